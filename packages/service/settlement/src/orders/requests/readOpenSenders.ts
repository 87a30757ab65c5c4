import type { Queryable, Statement } from '@portage/database';

/** Payers that are looked for at the same time, for each chain; the newest quotes come first. */
const sendersMax = 1_000;

// The third member of a stored quote is its operation.
const statement: Statement = {
  name: 'requests_open_senders',
  text: `
select payer from quotes q
  where origin_chain_id = $1 and created_at > to_timestamp($2::float8 / 1000) and order_data is null and (quote ->> 2 = 'send' or $3)
    and not exists (select from requests r where r.order_id = q.order_id)
  group by payer order by max(created_at) desc limit ${sendersMax.toString()}`,
};

/** Search for the payers of plain transfers, and of swaps that payers make alone. */
export interface SenderSearch {
  readonly chainId: number;
  /** Milliseconds since 1970: quotes before it are left out. */
  readonly since: number;
  /** Whether the payers of swaps are asked for too. */
  readonly withSwaps: boolean;
}

/** Payers of what was quoted since then and that no transaction has begun. */
export async function readOpenSenders(
  database: Queryable,
  { chainId, since, withSwaps }: SenderSearch,
): Promise<readonly string[]> {
  const rows = await database.query<{ payer: string }>(statement, [chainId, since, withSwaps]);
  return rows.map(({ payer }) => payer);
}
