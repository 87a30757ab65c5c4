export { accounts, ledgerAsset, sponsorAsset } from './accounts.js';
export { changeRequests, type RequestChange } from './changeRequests.js';
export { claimSpends, postponeSpends, type ClaimedSpend } from './claimSpends.js';
export { depositKey, mainLeg, parseDepositKey, type DepositId } from './depositKey.js';
export { changeInventory, readInventory, seedInventory, type InventoryChange, type InventoryRow } from './inventory.js';
export { haltChain, readChain, readProgress, type ChainState } from './readChain.js';
export { appFeeAmount, earningLegs, sponsorAmount, type OrderCharges } from './orderCharges.js';
export { readAppFees, type AppFeeBalance } from './readAppFees.js';
export { readOpenDeposits } from './readOpenDeposits.js';
export { readOrders, type DepositFact, type OrderFacts, type SlotFact } from './readOrders.js';
export { readOutbox, summarizeOutbox, type OutboxRow, type OutboxSummary } from './readOutbox.js';
export { readRefundTransactions, type RefundTransaction } from './readRefundTransactions.js';
export { toSlotIntent, toSpendIntent, type SlotIntent, type SlotSource } from './slotIntent.js';
export { spendJob, type SpendPayload, type SpendRequest } from './spendJob.js';
export {
  lockSponsors,
  readSponsors,
  sponsorCreditEntry,
  sponsorHoldEntry,
  sponsorReleaseEntry,
  writeSponsored,
  type SponsorCredit,
  type SponsorHold,
} from './sponsors.js';
export { spendEntry, spendRef, unbookSpends } from './unbookSpends.js';
export {
  writeAdvance,
  type AdvanceRows,
  type DepositOutcome,
  type DepositRow,
  type WrittenDeposit,
} from './writeAdvance.js';
export { changeSlots, closeOutbox, findForeignSequences, type Closed, type FinalOutcome, type SlotChange } from './writeOutcomes.js';
export { coverDeposits, writeRollback, type LostDeposit, type RolledBack } from './writeRollback.js';
export { closeSlots, commitSpends, holdGas, markSent, rewriteSlots, storeSpends, takeSlots, type NewOutboxRow, type NewSlot } from './writeSpends.js';
