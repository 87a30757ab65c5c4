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
export {
  type KnownProgress,
  type ReportedBlock,
  filterCanonical,
} from './chains/filterCanonical.js';
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
export type { DepositFact, OrderAddress, OrderFacts, SlotFact } from './deposits/readOrderFacts.js';
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
export { type SpendPayload, type SpendRequest, payoutJob } from './jobs/payoutJob.js';
export { type CallPayload, type NewCall, relayJob, callKind } from './jobs/relayJob.js';
export { type RequotePayload, requoteJob, requoteKind } from './jobs/requoteJob.js';
export { type LedgerChain, accounts, ledgerAsset, sponsorAsset } from './ledger/accounts.js';
export type { Violation } from './ledger/auditLedger.js';
export { type Entry, type Ledger, type Leg, createLedger } from './ledger/createLedger.js';
export { type CountedCapital, capitalEntry } from './ledger/entries/inventoryEntries.js';
export {
  type SponsorCredit,
  type SponsorHold,
  sponsorCreditEntry,
  sponsorHoldEntry,
  sponsorReleaseEntry,
} from './ledger/entries/sponsorEntries.js';
export { type AppFeeBalance, readAppFees } from './ledger/readAppFees.js';
export { lockSponsors, readSponsors } from './ledger/readSponsors.js';
export type { EndedTransaction } from './outbox/endedTransaction.js';
export { isAbandoned } from './outbox/isAbandoned.js';
export {
  type OutboxRow,
  type OutboxSummary,
  mayOutboxHaveNews,
  readOutbox,
  summarizeOutbox,
} from './outbox/readOutbox.js';
export type { Signing, StoredTransaction } from './outbox/signedTransactions.js';
export {
  type NewOutboxRow,
  type NewSlot,
  closeSlots,
  reserveGas,
  lockNewest,
  recordRejected,
  recordSent,
  storeSpends,
  openSettlements,
} from './outbox/storeTransactions.js';
export {
  type ClaimOptions,
  type ClaimedPayout,
  claimPayouts,
  postponeSpends,
} from './payouts/claimPayouts.js';
export { type LateMarket, type PromisedAmount, lateAmount } from './payouts/lateAmount.js';
export {
  type DecidedPayout,
  type PayDecision,
  type Payment,
  type PayoutDecision,
  type PayoutRefusal,
  type RefusedPayout,
  isPayment,
  isRefused,
} from './payouts/payoutDecision.js';
export { payoutSponsorHold, payoutTopup } from './payouts/payoutSponsor.js';
export { type RefundSides, refundAmount } from './payouts/refundAmount.js';
export { refusePayouts } from './payouts/refusePayouts.js';
export { reservePayouts } from './payouts/reservePayouts.js';
export {
  type OutboxSnapshot,
  type SettlingSender,
  settleTransactions,
} from './payouts/settleTransactions.js';
export { shortOrder } from './payouts/shortOrder.js';
export { type ClaimedRelay, claimRelays } from './relays/claimRelays.js';
export { countFailedCalls } from './relays/countFailedGasless.js';
export { countFailedPermits } from './relays/countFailedPermits.js';
export { type CountedPermit, findNonceRival } from './relays/findNonceRival.js';
export { type MadeRelay, reserveRelays } from './relays/reserveRelays.js';
export { keepSignature, readOtherSignatures } from './relays/keepSignature.js';
export { beginRequests } from './requests/beginRequests.js';
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
  type ExecutionTerms,
  type ShortTerms,
  appFeeAmount,
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
  type PayoutIntent,
  type SlotSource,
  toSlotIntent,
  toSpendIntent,
} from './settlements/payoutIntent.js';
export { type Outflow, outflowsOf } from './settlements/outflowsOf.js';
export {
  type CallSlotIntent,
  toCallIntent,
  toCallPayload,
  toCallSlotIntent,
} from './settlements/relayIntent.js';
export {
  type SponsoredTopup,
  countSponsoredTopups,
  writeSponsoredTopups,
} from './sponsors/sponsoredTopups.js';
export { applyStep, type WritingStep } from './steps/applyStep.js';
export type { ChainPosition, EarlierStep, NextStep, StepContext } from './steps/context.js';
export type { Step } from './steps/decideStep.js';
export { rollBack } from './steps/rollBack.js';
