export { createSettlement, type Settlement } from './createSettlement.js';
export { settlementMigrations } from './settlementMigrations.js';
export type { NewDepositAddress, StoredDepositAddress } from './addresses/depositAddress.js';
export type { ActiveAddress } from './addresses/readDepositAddresses.js';
export type { StoredClaim } from './claims/claim.js';
export { claimIntent } from './claims/reserveClaims.js';
export type { KnownProgress } from './chains/filterCanonical.js';
export { mainLeg } from './depositId.js';
export type { RequoteDecision } from './deposits/requotes/applyRequote.js';
export type { OpenDeposit } from './deposits/requotes/readRequote.js';
export type { InventoryRow } from './inventory/inventory.js';
export { type LedgerChain, ledgerAsset } from './ledger/accounts.js';
export type { AppFeeBalance } from './ledger/readAppFees.js';
export type { EndedTransaction } from './outbox/endedTransaction.js';
export { isAbandoned } from './outbox/isAbandoned.js';
export type { OutboxRow, OutboxSummary } from './outbox/readOutbox.js';
export type { StoredTransaction } from './outbox/signedTransactions.js';
export type { ClaimedPayout } from './payouts/claimPayouts.js';
export { lateAmount } from './payouts/lateAmount.js';
export type {
  DecidedPayout,
  Payment,
  PayoutDecision,
  PayoutRefusal,
} from './payouts/payoutDecision.js';
export { payoutSponsorReserve, payoutTopup } from './payouts/payoutSponsor.js';
export { refundAmount } from './payouts/refundAmount.js';
export type { OutboxSnapshot } from './payouts/settleTransactions.js';
export { shortOrder } from './payouts/shortOrder.js';
export type { ClaimedRelay } from './relays/claimRelays.js';
export type { Submission } from './relays/acceptSubmission.js';
export type { RefusedRelay } from './relays/refuseRelays.js';
export type { CountedBalance } from './reconciliations/countCapital.js';
export { outboxIntent } from './outbox/storeReplacement.js';
export type { MadeRelay } from './relays/reserveRelays.js';
export { type KeptCurrency, currencyId } from './requests/currencies.js';
export { type ExecutionTerms, sponsorAmount } from './requests/executionTerms.js';
export type { NewRequest } from './requests/newRequest.js';
export type { RequestFacts } from './requests/createRequestRecords.js';
export type { RequestsQuery } from './requests/requestsQuery.js';
export type { StoredRequest } from './requests/storedRequest.js';
export { outflowsOf } from './settlements/outflowsOf.js';
export { toRelayIntent, toStoredRelayIntent } from './settlements/relayIntent.js';
export type { StoredWithdrawal } from './withdrawals/readWithdrawal.js';
export type { ChainPosition, EarlierStep } from './steps/context.js';
export type { Step } from './steps/decideStep.js';
