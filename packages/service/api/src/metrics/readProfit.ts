import type { Queryable } from '@portage/database';

/** Asset of the ledger in which sponsors pay: micro-USD, on no chain. */
export const sponsorAsset = 'usd';

/**
 * Profit of the operator in each asset of the ledger, in smallest units: its inventory and its
 * earnings, less its losses and its capital.
 */
export async function readProfit(database: Queryable): Promise<ReadonlyMap<string, bigint>> {
  const rows = await database.query<{ asset: string; profit: bigint }>({
    name: 'figures_profit',
    text: `
with owned as (
  select 'inventory:' || sender as account from (select distinct sender from inventory) senders
    union all select 'solver:' || sender from (select distinct sender from inventory) senders
    union all select 'collected' union all select 'pnl' union all select 'capital'
)
select asset, sum(balance) as profit from owned join ledger_balances using (account) group by asset order by asset`,
  });
  return new Map(rows.map(({ asset, profit }) => [asset, profit]));
}
