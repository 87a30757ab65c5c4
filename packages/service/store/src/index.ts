export { openStore, type Store, type StoreOptions } from './openStore.js';
export { migrate } from './migrate.js';
export { runningServerUrl } from './embedded/runningServerUrl.js';
export type { Log } from './pool/createPool.js';
export type { Queryable, Statement, Transaction } from './pool/runTransaction.js';
export { createGroupCommit, type GroupCommit } from './groupCommit.js';
export { currencyId, readCurrencies, type KeptCurrency } from './requests/currencies.js';
export type { NewRequest } from './requests/newRequest.js';
export {
  requestColumns,
  toStoredRequest,
  type RequestRow,
  type StoredRequest,
} from './requests/storedRequest.js';
export { readRequests } from './requests/readRequests.js';
export type { RequestsPage } from './requests/readRequestsPage.js';
export type { RequestsQuery } from './requests/requestsQuery.js';
export {
  readRequestTransactions,
  readStoredOrders,
  type RequestTransaction,
  type StoredOrder,
} from './requests/readRequestFacts.js';
export type { NewDepositAddress, StoredDepositAddress } from './depositAddresses/depositAddress.js';
export {
  findDepositAddresses,
  findDepositAddressOf,
  readActiveAddresses,
  type ActiveAddress,
} from './depositAddresses/readDepositAddresses.js';
export {
  readRequestAddresses,
  type RequestAddress,
} from './depositAddresses/readRequestAddresses.js';
export { readRequote, type OpenDeposit } from './depositAddresses/readRequote.js';
export { requoteJob, requoteKind, type RequotePayload } from './depositAddresses/requoteJob.js';
export { takeSweep } from './depositAddresses/takeSweep.js';
export {
  openDepositId,
  readLosses,
  refuseRequote,
  requoteEntry,
  writeRequote,
} from './depositAddresses/writeRequote.js';
export { countFailedCalls } from './permits/countFailedCalls.js';
export { countFailedPermits } from './permits/countFailedPermits.js';
export { findNonceRival, type CountedPermit } from './permits/findNonceRival.js';
export { keepSignature, readOtherSignatures } from './permits/keepSignature.js';
export type { Hub, RequestListener } from './hub/createHub.js';
export type { Job, Jobs, NewJob } from './jobs/createJobs.js';
export {
  hashSecret,
  type ApiKey,
  type Keys,
  type NewKey,
  type StoredKey,
} from './keys/createKeys.js';
export type { Lease, Leases } from './leases/createLeases.js';
export type { Entry, Ledger, Leg } from './ledger/createLedger.js';
export type { Violation } from './ledger/auditLedger.js';
export {
  usageStatement,
  type Usage,
  type UsageCount,
  type UsageSelection,
} from './usage/createUsage.js';
export { accounts, ledgerAsset, sponsorAsset } from './settlement/accounts.js';
export {
  toCallIntent,
  toCallPayload,
  toCallSlotIntent,
  type CallSlotIntent,
} from './settlement/callIntent.js';
export { callJob, callKind, type CallPayload, type NewCall } from './settlement/callJob.js';
export { changeRequests, type RequestChange } from './settlement/changeRequests.js';
export { claimCalls, type ClaimedCall } from './settlement/claimCalls.js';
export { findStanding, type KnownProgress, type ToldPlace } from './settlement/findStanding.js';
export {
  claimSpends,
  postponeSpends,
  type ClaimedSpend,
  type ClaimOptions,
} from './settlement/claimSpends.js';
export { depositKey, mainLeg, parseDepositKey, type DepositId } from './settlement/depositKey.js';
export {
  changeInventory,
  readInventory,
  seedInventory,
  type InventoryChange,
  type InventoryRow,
} from './settlement/inventory.js';
export {
  clearHalt,
  haltChain,
  readClearedHalts,
  readHalts,
  type ClearedHalt,
  type Halt,
} from './settlement/haltChain.js';
export { readBacklog, type ChainBacklog } from './settlement/readBacklog.js';
export { readChain, readProgress, type ChainState } from './settlement/readChain.js';
export {
  appFeeAmount,
  earningLegs,
  sponsorAmount,
  type FillFunds,
  type LateTerms,
  type ShortTerms,
  type OrderCharges,
} from './settlement/orderCharges.js';
export { readAppFees, type AppFeeBalance } from './settlement/readAppFees.js';
export { readOpenDeposits } from './settlement/readOpenDeposits.js';
export type { OrderMemory } from './settlement/createOrderMemory.js';
export {
  readOrders,
  type DepositFact,
  type OrderAddress,
  type OrderFacts,
  type SlotFact,
} from './settlement/readOrders.js';
export {
  countSponsoredTopups,
  writeSponsoredTopups,
  type SponsoredTopup,
} from './settlement/sponsoredTopups.js';
export {
  mayOutboxHaveNews,
  readOutbox,
  summarizeOutbox,
  type OutboxRow,
  type OutboxSummary,
} from './settlement/readOutbox.js';
export {
  readRefundTransactions,
  type RefundTransaction,
} from './settlement/readRefundTransactions.js';
export {
  toSlotIntent,
  toSpendIntent,
  type SlotIntent,
  type SlotSource,
} from './settlement/slotIntent.js';
export { spendJob, type SpendPayload, type SpendRequest } from './settlement/spendJob.js';
export {
  lockSponsors,
  readSponsors,
  sponsorCreditEntry,
  sponsorHoldEntry,
  sponsorReleaseEntry,
  writeSponsored,
  type SponsorCredit,
  type SponsorHold,
} from './settlement/sponsors.js';
export { spendEntry, spendRef, unbookSpends } from './settlement/unbookSpends.js';
export {
  writeAdvance,
  writeNewAdvance,
  type AdvanceRows,
  type DepositOutcome,
  type DepositRow,
  type WrittenDeposit,
} from './settlement/writeAdvance.js';
export {
  changeSlots,
  closeOutbox,
  findForeignSequences,
  type Closed,
  type FinalOutcome,
  type SlotChange,
} from './settlement/writeOutcomes.js';
export {
  coverDeposits,
  writeRollback,
  type LostDeposit,
  type RolledBack,
} from './settlement/writeRollback.js';
export {
  closeSlots,
  commitSpends,
  holdGas,
  lockNewest,
  markRefused,
  markSent,
  rewriteSlots,
  storeSpends,
  takeSlots,
  type NewOutboxRow,
  type NewSlot,
} from './settlement/writeSpends.js';
