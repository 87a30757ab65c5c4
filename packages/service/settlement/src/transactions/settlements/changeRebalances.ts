import { textArray, type Transaction } from '@portage/database';
import { hashArray } from '../../kit/hashId.js';

/** A rebalance whose transaction has ended. */
export interface RebalanceChange {
  readonly id: string;
  readonly state: 'in flight' | 'failed';
}

/** Writes what became of the transactions of rebalances. */
export async function changeRebalances(
  tx: Transaction,
  changes: readonly RebalanceChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await tx.query(
    `update rebalances f set state = t.state from unnest($1::bytea[], $2::text[]) as t (id, state)
       where f.id = t.id and f.state = 'sending'`,
    [hashArray(changes.map(({ id }) => id)), textArray(changes.map(({ state }) => state))],
  );
}
