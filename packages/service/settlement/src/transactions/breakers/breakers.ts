import type { Queryable } from '@portage/database';

/**
 * Limit of a chain. `quotes`: nothing new is quoted from or to it. `depth`: each deposit needs more
 * confirmations than its chain is configured with.
 */
export type BreakerKind = 'quotes' | 'depth';

/** A limit that a circuit breaker has set on a chain, until an operator clears it. */
export interface Breaker {
  readonly chainId: number;
  readonly kind: BreakerKind;
  readonly reason: string;
  /** Confirmations that each deposit needs at least; of `depth` alone. */
  readonly depth?: number | undefined;
}

/**
 * Sets a limit on a chain; of two depths the greater one stays, otherwise the first reason does.
 *
 * @returns whether it was not set before
 */
export async function tripBreaker(
  database: Queryable,
  { chainId, kind, reason, depth }: Breaker,
): Promise<boolean> {
  const rows = await database.query(
    `insert into breakers as b (chain_id, kind, reason, depth) values ($1, $2, $3, $4)
       on conflict (chain_id, kind) do update set depth = excluded.depth, reason = excluded.reason, tripped_at = now()
         where excluded.depth > b.depth
     returning 1`,
    [chainId, kind, reason, depth ?? null],
  );
  return rows.length > 0;
}

/** The limits that stand. */
export async function readBreakers(database: Queryable): Promise<readonly Breaker[]> {
  const rows = await database.query<{
    chain_id: number;
    kind: BreakerKind;
    reason: string;
    depth: number | null;
  }>('select chain_id, kind, reason, depth from breakers order by chain_id, kind');
  return rows.map(({ chain_id: chainId, depth, ...row }) => ({
    chainId,
    ...row,
    ...(depth === null ? {} : { depth }),
  }));
}

/** Confirmations that each deposit of a chain needs at least, beside what is configured. */
export async function readRaisedDepth(
  database: Queryable,
  chainId: number,
): Promise<number | undefined> {
  const [row] = await database.query<{ depth: number }>(
    {
      name: 'breakers_depth',
      text: `select depth from breakers where chain_id = $1 and kind = 'depth'`,
    },
    [chainId],
  );
  return row?.depth;
}
