export { createSettlement, type Settlement } from './createSettlement.js';
export { settlementMigrations } from './settlementMigrations.js';
export type { NewDepositAddress, StoredDepositAddress } from './orders/addresses/depositAddress.js';
export type { ActiveAddress } from './orders/addresses/readDepositAddresses.js';
export type { StoredClaim } from './payments/claims/claim.js';
export { claimIntent } from './payments/claims/reserveClaims.js';
export type { KnownProgress } from './chains/filterCanonical.js';
export { mainLeg } from './kit/depositId.js';
export type { RequoteDecision } from './chains/deposits/requotes/applyRequote.js';
export type { OpenDeposit } from './chains/deposits/requotes/readRequote.js';
export type { InventoryRow } from './kit/inventory/inventory.js';
export { type LedgerChain, ledgerAsset } from './books/ledger/accounts.js';
export type { AppFeeBalance } from './books/ledger/readAppFees.js';
export type { EndedTransaction } from './transactions/outbox/endedTransaction.js';
export { isAbandoned } from './transactions/outbox/isAbandoned.js';
export type { Obligation } from './transactions/settlements/obligation.js';
export type { OutboxRow, OutboxSummary } from './transactions/outbox/readOutbox.js';
export type { Signing, StoredTransaction } from './transactions/outbox/signedTransactions.js';
export type { DuePayout } from './payments/payouts/takePayouts.js';
export { lateAmount } from './payments/payouts/lateAmount.js';
export type {
  DecidedPayout,
  Payment,
  PayoutDecision,
  PayoutRefusal,
} from './payments/payouts/payoutDecision.js';
export { payoutSponsorReserve, payoutTopup } from './payments/payouts/payoutSponsor.js';
export { refundAmount, type RefundSides } from './payments/payouts/refundAmount.js';
export type { OutboxSnapshot } from './payments/obligations/settleTransactions.js';
export { shortOrder } from './payments/payouts/shortOrder.js';
export type { DueRelay } from './payments/relays/takeRelays.js';
export type { Submission } from './payments/relays/acceptSubmission.js';
export type { CountedBalance } from './operator/reconciliations/countCapital.js';
export { obligationIntent } from './payments/obligations/kinds.js';
export { type KeptCurrency, currencyId } from './orders/requests/currencies.js';
export { type ExecutionTerms, sponsorAmount } from './orders/requests/executionTerms.js';
export type { NewRequest } from './orders/requests/newRequest.js';
export type { RequestFacts } from './orders/requests/createRequestRecords.js';
export type { RequestsQuery } from './orders/requests/requestsQuery.js';
export type { StoredRequest } from './orders/requests/storedRequest.js';
export { outflowsOf } from './transactions/settlements/outflowsOf.js';
export { toRelayIntent, toStoredRelayIntent } from './transactions/settlements/relayIntent.js';
export type { StoredWithdrawal } from './owners/withdrawals/readWithdrawal.js';
export type { ChainPosition, EarlierStep } from './steps/context.js';
export type { Step } from './steps/decideStep.js';
