import type { Queryable, Statement } from '@portage/database';
import { hashBytes } from '../../kit/hashId.js';

const statement: Statement = {
  name: 'deposit_address_disable',
  text: `update deposit_addresses set disabled_at = coalesce(disabled_at, now()) where order_id = $1
    returning disabled_at`,
};

/**
 * Has an address take nothing any more: what comes through it is swept and paid back. The time at
 * which that was asked for first, milliseconds since 1970; undefined where no address has this id.
 */
export async function disableAddress(database: Queryable, id: string): Promise<number | undefined> {
  const [row] = await database.query<{ disabled_at: number }>(statement, [hashBytes(id)]);
  return row?.disabled_at;
}
