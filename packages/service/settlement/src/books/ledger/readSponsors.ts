import type { Queryable, Statement, Transaction } from '@portage/database';
import { accounts, sponsorAsset } from './accounts.js';

const balancesText = `select account, balance from ledger_balances where asset = '${sponsorAsset}' and account = any($1::text[]) order by account`;

const readStatement: Statement = { name: 'sponsors_read', text: balancesText };

const lockStatement: Statement = { name: 'sponsors_lock', text: `${balancesText} for update` };

async function readWith(
  statement: Statement,
  database: Queryable,
  names: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  if (names.length === 0) return new Map();
  const rows = await database.query<{ account: string; balance: bigint }>(statement, [
    names.map(accounts.sponsor),
  ]);
  const found = new Map(rows.map(({ account, balance }) => [account, balance]));
  return new Map(names.map((name) => [name, found.get(accounts.sponsor(name)) ?? 0n]));
}

/** Balances that sponsors can still pay with, in micro-USD; 0 for one that brought nothing. */
export async function readSponsors(
  database: Queryable,
  names: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  return readWith(readStatement, database, names);
}

/** The same, and no other transaction takes of it until `tx` ends. */
export async function lockSponsors(
  tx: Transaction,
  names: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  return readWith(lockStatement, tx, names);
}
