import { assert } from '@portage/core';
import type { Queryable, Statement } from '@portage/database';
import { int8Array, numericArray, textArray } from '@portage/database';
import { auditLedger, type Violation } from './auditLedger.js';

/** One movement on one account, in smallest units; never zero. */
export interface Leg {
  readonly account: string;
  /** `chainId:currency`. */
  readonly asset: string;
  readonly amount: bigint;
}

/** A fact with its movements, which add up to zero for each asset. */
export interface Entry {
  readonly kind: string;
  /** What the fact is known by; the same kind and ref are booked once. */
  readonly ref: string;
  readonly legs: readonly Leg[];
}

/** The double-entry ledger: append-only, balanced for each asset, checked by the database. */
export interface Ledger {
  /**
   * Books entries within a transaction, any number of them in one statement. An entry that is
   * booked already is skipped with its legs. The database refuses entries that do not balance
   * (SQLSTATE P0002) and accounts that would fall below zero and may not (SQLSTATE 23514).
   *
   * @returns the refs that were booked now
   */
  book(tx: Queryable, entries: readonly Entry[]): Promise<readonly string[]>;
  /** Balance in smallest units; 0 for an account that nothing was booked on. */
  balance(account: string, asset: string, database?: Queryable): Promise<bigint>;
  /** Everything that must never be true of the books and is; empty when all is well. */
  audit(): Promise<readonly Violation[]>;
}

const bookStatement: Statement = {
  name: 'ledger_book',
  text: `
with wanted as (
  select * from unnest($1::text[], $2::text[]) with ordinality as t (kind, ref, place)
), added as (
  insert into ledger_entries (kind, ref) select kind, ref from wanted order by kind, ref
    on conflict (kind, ref) do nothing
    returning id, kind, ref
), added_legs as (
  insert into ledger_legs (entry_id, account, asset, amount)
    select added.id, legs.account, legs.asset, legs.amount
    from unnest($3::bigint[], $4::text[], $5::text[], $6::numeric[]) as legs (place, account, asset, amount)
    join wanted using (place) join added using (kind, ref)
)
select ref from added`,
};

/** Makes the ledger of a database. */
export function createLedger(database: Queryable): Ledger {
  return {
    book: async (tx, entries) => {
      if (entries.length === 0) return [];
      assert(
        entries.every(({ legs }) => legs.length >= 2),
        'an entry has two sides',
      );
      const facts = new Map(
        entries.map((entry) => [JSON.stringify([entry.kind, entry.ref]), entry]),
      );
      const unique = [...facts.values()];
      const legs = unique.flatMap((entry) => entry.legs);
      const rows = await tx.query<{ ref: string }>(bookStatement, [
        textArray(unique.map(({ kind }) => kind)),
        textArray(unique.map(({ ref }) => ref)),
        int8Array(
          unique.flatMap(({ legs: { length } }, index) => Array.from({ length }, () => index + 1)),
        ),
        textArray(legs.map(({ account }) => account)),
        textArray(legs.map(({ asset }) => asset)),
        numericArray(legs.map(({ amount }) => amount)),
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
    audit: () => auditLedger(database),
  };
}
