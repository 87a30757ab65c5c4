import { numericArray, textArray, type Queryable } from '@portage/database';
import { readVaultBooks } from './readVaultBooks.js';

/** Balance of a depository in one currency, beside what the books say. */
export interface VaultCount {
  readonly currency: string;
  readonly balance: bigint;
  readonly books: bigint;
}

/** Books of depositories: what each should hold. */
export interface VaultBooks {
  /** By currency; one that nothing was booked in is missing. */
  read(chainId: number): Promise<ReadonlyMap<string, bigint>>;
  /** Keeps what a chain was found to hold, for metrics and operators. */
  record(chainId: number, counts: readonly VaultCount[]): Promise<void>;
}

/** Makes the verbs of the vault. */
export function createVaultBooks(database: Queryable): VaultBooks {
  return {
    read: (chainId) => readVaultBooks(database, chainId),
    record: async (chainId, counts) => {
      if (counts.length === 0) return;
      await database.query(
        `insert into vault_counts as v (chain_id, currency, balance, books)
           select $1::bigint, currency, balance, books from unnest($2::text[], $3::numeric[], $4::numeric[]) as t (currency, balance, books)
           on conflict (chain_id, currency) do update set balance = excluded.balance, books = excluded.books, counted_at = now()`,
        [
          chainId,
          textArray(counts.map(({ currency }) => currency)),
          numericArray(counts.map(({ balance }) => balance)),
          numericArray(counts.map(({ books }) => books)),
        ],
      );
    },
  };
}
