import type { Statement, Transaction } from '@portage/database';
import { hashArray } from '../hashId.js';

const paidStatement: Statement = {
  name: 'requests_sponsored',
  text: `
update request_states s set sponsor_paid = true, version = s.version + 1, updated_at = clock_timestamp()
  from requests r where r.order_id = any($1::bytea[]) and r.execution_terms -> 'sponsor' is not null and s.order_id = r.order_id`,
};

/**
 * Notes with requests that their sponsors have paid: a fill costs what was quoted, so there is no
 * more to say of it.
 */
export async function writePaidSponsors(
  tx: Transaction,
  orderIds: readonly string[],
): Promise<void> {
  if (orderIds.length > 0) await tx.query(paidStatement, [hashArray(orderIds)]);
}
