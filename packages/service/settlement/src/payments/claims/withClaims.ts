import type { Queryable, Statement } from '@portage/database';
import type { JudgedFill } from '../../chains/fills/judgeFills.js';
import { hashArray } from '../../kit/hashId.js';

const claimsStatement: Statement = {
  name: 'claims_of_fills',
  isReading: true,
  text: `
select c.id from app_fee_claims c where c.id = any($2::bytea[]) and c.chain_id = $1
  and exists (select from outbox o where o.chain_id = $1 and o.order_id = c.id and o.purpose = 'claim' and o.tx_id = any($3::text[]))`,
};

/**
 * Payments with those marked that pay out claims of app fees: they belong to no order, and what
 * ends a claim is the end of its transaction. Only payments without an order are asked about.
 */
export async function withClaims(
  database: Queryable,
  chainId: number,
  fills: readonly JudgedFill[],
): Promise<readonly JudgedFill[]> {
  const unknown = fills.filter(({ fault }) => fault === 'order').map(({ event }) => event);
  if (unknown.length === 0) return fills;
  const rows = await database.query<{ id: string }>(claimsStatement, [
    chainId,
    hashArray(unknown.map(({ orderId }) => orderId)),
    unknown.map(({ txId }) => txId),
  ]);
  const claims = new Set(rows.map(({ id }) => id));
  return fills.map((fill) =>
    fill.fault === 'order' && claims.has(fill.event.orderId) ? { ...fill, isClaim: true } : fill,
  );
}
