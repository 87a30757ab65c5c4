import type { Queryable } from '@portage/database';

/** Balance of a sender on a chain. */
export interface AwaitedBalance {
  readonly recipient: string;
  readonly currency: string;
}

/**
 * Balances of a chain that rebalances are on their way to. What is found there beyond the books may
 * be their delivery, which is booked by itself: no reconciliation may book it.
 */
export async function findAwaited(
  database: Queryable,
  chainId: number,
): Promise<readonly AwaitedBalance[]> {
  return database.query<AwaitedBalance & Readonly<Record<string, unknown>>>(
    `select distinct recipient, destination_currency as currency from rebalances
       where destination_chain_id = $1 and state in ('sending', 'in flight')`,
    [chainId],
  );
}
