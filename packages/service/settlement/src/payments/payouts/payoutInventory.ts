import type { InventoryChange } from '../../kit/inventory/inventory.js';
import type { LedgerChain } from '../../books/ledger/accounts.js';
import type { OutboxRow } from '../../transactions/outbox/readOutbox.js';
import { outflowsOf, type Outflow } from '../../transactions/settlements/outflowsOf.js';
import { toPaymentIntent } from '../../transactions/settlements/payoutIntent.js';

type Paid = Pick<OutboxRow, 'sender' | 'payout'>;

/** Amounts that a payout takes of the sender's own, beside gas. */
export function outflowsOfPayout({ native }: LedgerChain, { payout }: Paid): readonly Outflow[] {
  return payout === undefined
    ? []
    : outflowsOf(toPaymentIntent(payout.orderId, payout.intent), native);
}

/** Inventory that leaves with a payout that was made. */
export function spentInventory(chain: LedgerChain, row: Paid): readonly InventoryChange[] {
  return outflowsOfPayout(chain, row).map(({ currency, amount }) => ({
    chainId: chain.id,
    sender: row.sender,
    currency,
    balance: -amount,
    reserved: 0n,
  }));
}

/** Inventory that is no longer reserved for a payout, whatever became of it. */
export function releasedInventory(
  chain: LedgerChain,
  row: Pick<OutboxRow, 'sender' | 'payout' | 'purpose'>,
): readonly InventoryChange[] {
  if (row.payout === undefined) return [];
  const place = { chainId: chain.id, sender: row.sender, balance: 0n };
  const gas = { ...place, currency: chain.native, reserved: -row.payout.gasReserved };
  if (row.purpose !== 'fill') return [gas];
  return [
    gas,
    ...outflowsOfPayout(chain, row).map(({ currency, amount }) => ({
      ...place,
      currency,
      reserved: -amount,
    })),
  ];
}
