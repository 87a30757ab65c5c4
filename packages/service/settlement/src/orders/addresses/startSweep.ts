import type { Statement, Transaction } from '@portage/database';
import { hashBytes } from '../../kit/hashId.js';

/** Names a sweep among the legs of an order. */
export function sweepLeg(number: number): string {
  return `sweep:${number.toString()}`;
}

/** The next number only when the sweep before it is over: no sweep is paid for twice. */
const nextStatement: Statement = {
  name: 'sweep_next',
  text: `
update deposit_addresses a set sweeps = a.sweeps + 1
  where a.order_id = $1
    and not exists (select 1 from jobs where kind = 'relay' and order_id = a.order_id and leg = 'sweep:' || a.sweeps)
    and not exists (select 1 from settlements s where s.order_id = a.order_id and s.leg = 'sweep:' || a.sweeps and s.settled_at is null)
  returning a.sweeps`,
};

/** The leg of the next sweep of an order's address; undefined while one is under way. */
export async function takeSweep(tx: Transaction, orderId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ sweeps: number }>(nextStatement, [hashBytes(orderId)]);
  return row === undefined ? undefined : sweepLeg(row.sweeps);
}
