import { textArray, type Transaction } from '@portage/database';
import { hashArray } from '../../kit/hashId.js';
import type { RefusedPayout } from './payoutDecision.js';

/** Notes why parts of withdrawals are not paid; their owners have the money back. */
export async function noteUnpaidParts(
  tx: Transaction,
  refused: readonly RefusedPayout[],
): Promise<void> {
  const unpaid = refused.flatMap(({ spend: { job, withdrawalMinimum }, decision }) =>
    decision.type === 'unpayable' && withdrawalMinimum !== undefined
      ? [{ ...job, reason: decision.isExpired === true ? 'EXPIRED' : decision.reason }]
      : [],
  );
  if (unpaid.length === 0) return;
  await tx.query(
    `update withdrawal_parts p set reason = t.reason from unnest($1::bytea[], $2::text[], $3::text[]) as t (id, leg, reason)
       where p.withdrawal_id = t.id and p.leg = t.leg`,
    [
      hashArray(unpaid.map(({ orderId }) => orderId)),
      textArray(unpaid.map(({ leg }) => leg)),
      textArray(unpaid.map(({ reason }) => reason)),
    ],
  );
}
