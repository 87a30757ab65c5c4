import type { LedgerChain } from '../../books/ledger/accounts.js';
import type { InventoryChange } from '../../kit/inventory/inventory.js';
import type { RowOf } from '../../transactions/outbox/readOutbox.js';
import type { Obligation } from '../../transactions/settlements/obligation.js';
import { outflowsOf, type Outflow } from '../../transactions/settlements/outflowsOf.js';
import { toPaymentIntent } from '../../transactions/settlements/payoutIntent.js';

/** Amounts that a payout takes of the sender's own, beside gas. */
export function takenByPayout(
  { orderId, intent }: Pick<Obligation<'payout'>, 'orderId' | 'intent'>,
  { native }: LedgerChain,
): readonly Outflow[] {
  return outflowsOf(toPaymentIntent(orderId, intent), native);
}

/** Inventory that leaves with a payout that was made. */
export function spentInventory(
  chain: LedgerChain,
  { sender, obligation }: Pick<RowOf<'payout'>, 'sender' | 'obligation'>,
): readonly InventoryChange[] {
  return takenByPayout(obligation, chain).map(({ currency, amount }) => ({
    chainId: chain.id,
    sender,
    currency,
    balance: -amount,
    reserved: 0n,
  }));
}
