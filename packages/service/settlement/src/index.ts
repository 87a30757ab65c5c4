export { createSettlement, type Settlement, type SettlementOptions } from './createSettlement.js';
export { settlementMigrations } from './settlementMigrations.js';
export type { NewDepositAddress, StoredDepositAddress } from './addresses/depositAddress.js';
export {
  type ActiveAddress,
  findDepositAddressOf,
  findDepositAddresses,
  readActiveAddresses,
} from './addresses/readDepositAddresses.js';
export { type RequestAddress, readRequestAddresses } from './addresses/readRequestAddresses.js';
export { takeSweep } from './addresses/startSweep.js';
export { type KnownProgress, type ToldPlace, findStanding } from './chains/filterCanonical.js';
export {
  type ClearedHalt,
  type Halt,
  clearHalt,
  haltChain,
  readClearedHalts,
  readHalts,
} from './chains/haltChain.js';
export { type ChainBacklog, readBacklog } from './chains/readBacklog.js';
export { type ChainState, readChain, readProgress } from './chains/readChain.js';
export { type DepositId, depositKey, mainLeg, parseDepositKey } from './depositId.js';
export { readOpenDeposits } from './deposits/readOpenDeposits.js';
export {
  type DepositFact,
  type OrderAddress,
  type OrderFacts,
  type SlotFact,
  readOrders,
} from './deposits/readOrderFacts.js';
export { type OpenDeposit, readRequote } from './deposits/requotes/readRequote.js';
export {
  openDepositId,
  readLosses,
  refuseRequote,
  requoteEntry,
  writeRequote,
} from './deposits/requotes/writeRequote.js';
export {
  type InventoryChange,
  type InventoryRow,
  changeInventory,
  readInventory,
  seedInventory,
} from './inventory/inventory.js';
export { type Job, type Jobs, type NewJob, createJobs, jobsChannel } from './jobs/createJobs.js';
export { type SpendPayload, type SpendRequest, spendJob } from './jobs/payoutJob.js';
export { type CallPayload, type NewCall, callJob, callKind } from './jobs/relayJob.js';
export { type RequotePayload, requoteJob, requoteKind } from './jobs/requoteJob.js';
export { accounts, ledgerAsset, sponsorAsset } from './ledger/accounts.js';
export type { Violation } from './ledger/auditLedger.js';
export { type Entry, type Ledger, type Leg, createLedger } from './ledger/createLedger.js';
export { type AppFeeBalance, readAppFees } from './ledger/readAppFees.js';
export {
  type Closed,
  type FinalOutcome,
  type SlotChange,
  changeSlots,
  closeOutbox,
  findForeignSequences,
} from './outbox/closeTransactions.js';
export {
  type OutboxRow,
  type OutboxSummary,
  mayOutboxHaveNews,
  readOutbox,
  summarizeOutbox,
} from './outbox/readOutbox.js';
export { type RefundTransaction, readRefundTransactions } from './outbox/readRefundTransactions.js';
export { spendEntry, spendRef, unbookSpends } from './outbox/reopenTransactions.js';
export {
  type NewOutboxRow,
  type NewSlot,
  closeSlots,
  commitSpends,
  holdGas,
  lockNewest,
  markRefused,
  markSent,
  rewriteSlots,
  storeSpends,
  takeSlots,
} from './outbox/storeTransactions.js';
export {
  type ClaimOptions,
  type ClaimedSpend,
  claimSpends,
  postponeSpends,
} from './payouts/claimPayouts.js';
export { type ClaimedCall, claimCalls } from './relays/claimRelays.js';
export { countFailedCalls } from './relays/countFailedGasless.js';
export { countFailedPermits } from './relays/countFailedPermits.js';
export { type CountedPermit, findNonceRival } from './relays/findNonceRival.js';
export { keepSignature, readOtherSignatures } from './relays/keepSignature.js';
export { type RequestChange, changeRequests } from './requests/changeRequests.js';
export {
  type Hub,
  type RequestListener,
  createHub,
  requestsChannel,
} from './requests/createHub.js';
export { type OrderMemory, createOrderMemory } from './requests/createOrderCache.js';
export { createRequestWriter } from './requests/createRequestWriter.js';
export { type KeptCurrency, currencyId, readCurrencies } from './requests/currencies.js';
export {
  type FillFunds,
  type LateTerms,
  type OrderCharges,
  type ShortTerms,
  appFeeAmount,
  earningLegs,
  sponsorAmount,
} from './requests/executionTerms.js';
export type { NewRequest } from './requests/newRequest.js';
export {
  type RequestTransaction,
  type StoredOrder,
  readRequestTransactions,
  readStoredOrders,
} from './requests/readRequestFacts.js';
export { readRequests } from './requests/readRequests.js';
export { type RequestsPage, readRequestsPage } from './requests/readRequestsPage.js';
export type { RequestsQuery } from './requests/requestsQuery.js';
export {
  type RequestRow,
  type StoredRequest,
  requestColumns,
  toStoredRequest,
} from './requests/storedRequest.js';
export {
  type SlotIntent,
  type SlotSource,
  toSlotIntent,
  toSpendIntent,
} from './settlements/payoutIntent.js';
export {
  type CallSlotIntent,
  toCallIntent,
  toCallPayload,
  toCallSlotIntent,
} from './settlements/relayIntent.js';
export {
  type SponsorCredit,
  type SponsorHold,
  lockSponsors,
  readSponsors,
  sponsorCreditEntry,
  sponsorHoldEntry,
  sponsorReleaseEntry,
  writeSponsored,
} from './sponsors/readSponsors.js';
export {
  type SponsoredTopup,
  countSponsoredTopups,
  writeSponsoredTopups,
} from './sponsors/sponsoredTopups.js';
export { applyStep, type WritingStep } from './steps/applyStep.js';
export type { ChainPosition, StepContext } from './steps/context.js';
export type { EarlierStep, NextStep, Step } from './steps/decideStep.js';
export { rollBack } from './steps/rollBack.js';
