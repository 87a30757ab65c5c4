import type { PathDelivery } from '@portage/core/plugin';
import type { Transaction } from '@portage/database';
import type { SettlementContext } from '../../books/context.js';
import { noEffects } from '../../transactions/effects/settlementEffects.js';
import { writeEffects } from '../../transactions/effects/writeEffects.js';
import { hashBytes } from '../../kit/hashId.js';
import { ledgerAsset } from '../../books/ledger/accounts.js';
import { deliveryEntry } from '../../books/ledger/entries/rebalanceEntries.js';
import { keptByPath } from './keptByPath.js';
import type { StoredRebalance } from './rebalance.js';

/**
 * Books the delivery of a rebalance, once: what was in flight is inventory of the destination
 * chain. It waits until that chain itself calls the delivery final and its events are written up to
 * it: nothing of it can be reversed once it is spent, and balances are compared with books that
 * have it.
 *
 * @returns whether it was booked now
 */
export async function deliverRebalance(
  tx: Transaction,
  settlement: Pick<SettlementContext, 'ledger' | 'hub' | 'jobs'>,
  rebalance: StoredRebalance,
  delivery: PathDelivery,
): Promise<boolean> {
  const { id, lane, amount, recipient } = rebalance;
  const { origin, destination } = lane;
  // A balance that was read before this is compared with the books no more.
  const read = await tx.query(
    'update chain_cursors set reconciled = reconciled + 1 where chain_id = $1 and height >= $2 and finalized_height >= $2 returning 1',
    [destination.chainId, delivery.height],
  );
  if (read.length === 0) return false;
  const taken = await tx.query(
    `update rebalances set state = 'delivered', delivered_amount = $2, delivered_height = $3, delivered_at = clock_timestamp()
       where id = $1 and state = 'in flight' returning 1`,
    [hashBytes(id), delivery.amount, delivery.height],
  );
  if (taken.length === 0) return false;
  const { chainId, currency } = destination;
  await writeEffects(tx, settlement, {
    ...noEffects,
    entries: [
      deliveryEntry({
        id,
        recipient,
        sent: { asset: ledgerAsset(origin.chainId, origin.currency), amount },
        received: { asset: ledgerAsset(chainId, currency), amount: delivery.amount },
        kept: keptByPath(rebalance, delivery.amount),
      }),
    ],
    inventory: [{ chainId, sender: recipient, currency, balance: delivery.amount, reserved: 0n }],
  });
  return true;
}
