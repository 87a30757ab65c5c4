import { numericArray, textArray, type Queryable } from '@portage/database';
import type { ComparedChain } from '../../chains/haltChain.js';
import { depositoryName } from '../../kit/depositoryName.js';

/** Balance of an account in one currency, beside what the books say for the same moment. */
export interface ComparedBalance {
  readonly of: 'sender' | 'depository';
  readonly currency: string;
  readonly balance: bigint;
  readonly books: bigint;
}

/** A comparison of a chain with the books. */
export interface Comparison extends ComparedChain {
  readonly sender: string;
  /** Block at which the balances were read; undefined before the first step. */
  readonly block: { readonly height: number; readonly hash: string } | undefined;
  readonly balances: readonly ComparedBalance[];
}

/**
 * Keeps a comparison for metrics and operators. Nothing is kept where it no longer stands: a
 * difference was booked since, or a reorg took its block back.
 *
 * @returns whether it stands
 */
export async function recordCounts(
  database: Queryable,
  { chainId, sender, reconciled, block, balances }: Comparison,
): Promise<boolean> {
  const [row] = await database.query<{ stands: boolean }>(
    `with stands as (
       select 1 where coalesce((select reconciled from chain_cursors where chain_id = $1), 0) = $2
         and ($4 = '' or exists (select from chain_cursors where chain_id = $1 and hash = $4)
           or exists (select from chain_blocks where chain_id = $1 and height = $3 and hash = $4))
     ), written as (
       insert into balance_counts as b (chain_id, account, currency, balance, books, height)
         select $1::bigint, t.*, $3 from unnest($5::text[], $6::text[], $7::numeric[], $8::numeric[]) as t (account, currency, balance, books)
           where exists (select from stands)
         on conflict (chain_id, account, currency) do update set balance = excluded.balance, books = excluded.books,
           height = excluded.height, counted_at = now(),
           since = case when b.balance - b.books = excluded.balance - excluded.books then b.since else now() end
     )
     select exists (select from stands) as stands`,
    [
      chainId,
      reconciled,
      block?.height ?? 0,
      block?.hash ?? '',
      textArray(balances.map(({ of }) => (of === 'depository' ? depositoryName : sender))),
      textArray(balances.map(({ currency }) => currency)),
      numericArray(balances.map(({ balance }) => balance)),
      numericArray(balances.map(({ books }) => books)),
    ],
  );
  return row?.stands === true;
}
