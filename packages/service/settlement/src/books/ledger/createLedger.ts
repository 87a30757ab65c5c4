import { assert } from '@portage/core';
import type { Queryable, Statement } from '@portage/database';
import { int8Array, numericArray, textArray } from '@portage/database';
import { auditLedger, type Violation } from './auditLedger.js';
import { readBalances, readBalanceSums, type LedgerBalance } from './readBalances.js';

/** One movement on one account, in smallest units; never zero. */
export interface Posting {
  readonly account: string;
  /** `chainId:currency`. */
  readonly asset: string;
  readonly amount: bigint;
}

/** A fact with its movements, which add up to zero for each asset. */
export interface Entry {
  readonly kind: string;
  /** Key of the fact; the same kind and ref are booked once. */
  readonly ref: string;
  readonly postings: readonly Posting[];
  /** Row of the outbox whose end it books, which then names the entry. */
  readonly transaction?: EndedRow | undefined;
}

/** A row of the outbox: a payment of a transaction. */
export interface EndedRow {
  readonly chainId: number;
  readonly txId: string;
  readonly sequence: bigint;
}

/** The double-entry ledger: append-only, balanced for each asset, checked by the database. */
export interface Ledger {
  /**
   * Books entries within a transaction, any number of them in one statement. An entry that is
   * booked already is skipped with its postings. The database refuses entries that do not balance
   * (SQLSTATE P0002) and accounts that would fall below zero and may not (SQLSTATE 23514).
   *
   * @returns the refs that were booked now
   */
  book(tx: Queryable, entries: readonly Entry[]): Promise<readonly string[]>;
  /** Balance in smallest units; 0 for an account that nothing was booked on. */
  balance(account: string, asset: string, database?: Queryable): Promise<bigint>;
  /** Sums of every kind of accounts, by asset. */
  sums(): Promise<readonly LedgerBalance[]>;
  /** Balances of one account, or of all accounts of a kind, by asset; at most `limit`. */
  balances(name: string, limit: number): Promise<readonly LedgerBalance[]>;
  /** Everything that must never be true of the books and is; empty when all is well. */
  audit(): Promise<readonly Violation[]>;
}

/**
 * `columns` and `arrays` of what entries have beside kind and ref; `beside`: what follows from it.
 */
const bookText = (columns: string, arrays: string, beside: string): string => `
with wanted as (
  select * from unnest($1::text[], $2::text[]${arrays}) with ordinality as t (kind, ref${columns}, place)
), added as (
  insert into ledger_entries (kind, ref) select kind, ref from wanted order by kind, ref
    on conflict (kind, ref) do nothing
    returning id, kind, ref
), added_postings as (
  insert into ledger_postings (entry_id, account, asset, amount)
    select added.id, postings.account, postings.asset, postings.amount
    from unnest($3::bigint[], $4::text[], $5::text[], $6::numeric[]) as postings (place, account, asset, amount)
    join wanted using (place) join added using (kind, ref)
)${beside}
select ref from added`;

const bookStatement: Statement = { name: 'ledger_book', text: bookText('', '', '') };

/** Few entries are of transactions; the others do not pay for asking. */
const bookTransactionsStatement: Statement = {
  name: 'ledger_book_transactions',
  text: bookText(
    ', chain_id, tx_id, sequence',
    ', $7::bigint[], $8::text[], $9::numeric[]',
    `, booked as (
  update outbox o set entry_id = added.id from added join wanted using (kind, ref)
    where o.chain_id = wanted.chain_id and o.tx_id = wanted.tx_id and o.sequence = wanted.sequence
)`,
  ),
};

/** Makes the ledger of a database. */
export function createLedger(database: Queryable): Ledger {
  return {
    book: async (tx, entries) => {
      if (entries.length === 0) return [];
      assert(
        entries.every(({ postings }) => postings.length >= 2),
        'an entry has two sides',
      );
      const facts = new Map(
        entries.map((entry) => [JSON.stringify([entry.kind, entry.ref]), entry]),
      );
      const unique = [...facts.values()];
      const postings = unique.flatMap((entry) => entry.postings);
      const values = [
        textArray(unique.map(({ kind }) => kind)),
        textArray(unique.map(({ ref }) => ref)),
        int8Array(
          unique.flatMap(({ postings: { length } }, index) =>
            Array.from({ length }, () => index + 1),
          ),
        ),
        textArray(postings.map(({ account }) => account)),
        textArray(postings.map(({ asset }) => asset)),
        numericArray(postings.map(({ amount }) => amount)),
      ];
      const transactions = unique.map(({ transaction }) => transaction);
      const rows = transactions.every((transaction) => transaction === undefined)
        ? await tx.query<{ ref: string }>(bookStatement, values)
        : await tx.query<{ ref: string }>(bookTransactionsStatement, [
            ...values,
            int8Array(transactions.map((transaction) => transaction?.chainId)),
            textArray(transactions.map((transaction) => transaction?.txId)),
            numericArray(transactions.map((transaction) => transaction?.sequence)),
          ]);
      return rows.map(({ ref }) => ref);
    },
    balance: async (account, asset, on = database) => {
      const rows = await on.query<{ balance: bigint }>(
        'select balance from ledger_balances where account = $1 and asset = $2',
        [account, asset],
      );
      return rows[0]?.balance ?? 0n;
    },
    sums: () => readBalanceSums(database),
    balances: (name, limit) => readBalances(database, name, limit),
    audit: () => auditLedger(database),
  };
}
