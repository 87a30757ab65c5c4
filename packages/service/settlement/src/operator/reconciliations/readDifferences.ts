import type { Queryable } from '@portage/database';

/** Balance of an account on a chain, beside the books. */
export interface Difference {
  readonly chainId: number;
  /** Address of a sender, or `depository`. */
  readonly account: string;
  readonly currency: string;
  /** Balance on the chain, in smallest units. */
  readonly balance: bigint;
  /** Balance in the books, as of the same block. */
  readonly books: bigint;
  /** Part of the depository that no order takes; 0 for a sender. */
  readonly suspense: bigint;
  /** Block at which both were read. */
  readonly height: number;
  /** Seconds since the comparison. */
  readonly ageSeconds: number;
  /** Whether two comparisons in a row have told the same difference. */
  readonly isConfirmed: boolean;
}

interface Row {
  chain_id: number;
  account: string;
  currency: string;
  balance: bigint;
  books: bigint;
  suspense: bigint;
  height: number;
  age: number;
  confirmed: boolean;
}

/** Last comparison of every account of every chain, or of one chain. */
export async function readDifferences(
  database: Queryable,
  chainId?: number,
): Promise<readonly Difference[]> {
  const rows = await database.query<Row>(
    `select b.chain_id, b.account, b.currency, b.balance, b.books, b.height,
         greatest(0, extract(epoch from clock_timestamp() - b.counted_at))::float8 as age, b.since < b.counted_at as confirmed,
         coalesce((select sum(l.balance) from ledger_balances l where b.account = 'depository' and (l.account = 'suspense' or l.account like 'withdrawable:%')
           and l.asset = b.chain_id::text || ':' || b.currency), 0) as suspense
       from balance_counts b where $1::bigint is null or b.chain_id = $1 order by b.chain_id, b.account, b.currency`,
    [chainId ?? null],
  );
  return rows.map(({ chain_id, age, confirmed, ...row }) => ({
    ...row,
    chainId: chain_id,
    ageSeconds: age,
    isConfirmed: confirmed,
  }));
}
