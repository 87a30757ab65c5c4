import type { FailReason } from '@portage/core';
import { textArray, type Transaction } from '@portage/database';
import { hashArray } from '../../kit/hashId.js';

/** End of a claim: it was paid, or it is its wallet's again. */
export type ClaimChange =
  | { readonly id: string; readonly state: 'paid'; readonly txId: string }
  | { readonly id: string; readonly state: 'returned'; readonly reason: FailReason };

/** Writes what became of claims. */
export async function changeClaims(
  tx: Transaction,
  changes: readonly ClaimChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await tx.query(
    `update app_fee_claims c set state = t.state, tx_id = t.tx_id, reason = t.reason, updated_at = clock_timestamp()
       from unnest($1::bytea[], $2::text[], $3::text[], $4::text[]) as t (id, state, tx_id, reason)
       where c.id = t.id and c.state = 'open'`,
    [
      hashArray(changes.map(({ id }) => id)),
      textArray(changes.map(({ state }) => state)),
      textArray(changes.map((one) => (one.state === 'paid' ? one.txId : undefined))),
      textArray(changes.map((one) => (one.state === 'returned' ? one.reason : undefined))),
    ],
  );
}
