import { textArray, type Transaction } from '@portage/database';
import { hashArray } from '../../kit/hashId.js';

/** A transfer whose transaction has ended. */
export interface TransferChange {
  readonly id: string;
  readonly state: 'in flight' | 'failed';
}

/** Writes what became of the transactions of transfers. */
export async function changeTransfers(
  tx: Transaction,
  changes: readonly TransferChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await tx.query(
    `update transfers f set state = t.state from unnest($1::bytea[], $2::text[]) as t (id, state)
       where f.id = t.id and f.state = 'sending'`,
    [hashArray(changes.map(({ id }) => id)), textArray(changes.map(({ state }) => state))],
  );
}
