import type { Queryable } from '@portage/database';

/** Earnings of a chain in one currency, in smallest units. */
export interface Earnings {
  readonly chainId: number;
  readonly currency: string;
  /** Earned by fills and by the gas of refunds, the shares of apps among it. */
  readonly earned: bigint;
  /** Brought from the depository to the sender. */
  readonly collected: bigint;
  /** Lost to depositors and reorgs. */
  readonly lost: bigint;
  /** In the depository, to be collected. */
  readonly due: bigint;
}

/** Earnings of every chain and currency. */
export async function readEarnings(database: Queryable): Promise<readonly Earnings[]> {
  const rows = await database.query<{
    chain_id: number;
    currency: string;
    earned: bigint;
    collected: bigint;
    lost: bigint;
  }>(`
select split_part(asset, ':', 1)::bigint as chain_id, substr(asset, strpos(asset, ':') + 1) as currency,
    coalesce(sum(balance) filter (where account like 'solver:%' or account like 'app-fee:%'), 0) as earned,
    -coalesce(sum(balance) filter (where account = 'collected'), 0) as collected,
    -coalesce(sum(balance) filter (where account = 'pnl'), 0) as lost
  from ledger_balances where asset <> 'usd' and (account like 'solver:%' or account like 'app-fee:%' or account in ('collected', 'pnl'))
  group by asset having sum(abs(balance)) > 0 order by 1, 2`);
  return rows.map(({ chain_id: chainId, ...row }) => ({
    ...row,
    chainId,
    due: row.earned - row.collected - row.lost,
  }));
}
