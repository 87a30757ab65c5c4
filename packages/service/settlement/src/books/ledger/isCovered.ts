import { numericArray, textArray, type Statement, type Transaction } from '@portage/database';
import type { Entry } from './createLedger.js';

const statement: Statement = {
  name: 'ledger_is_covered',
  text: `
select t.account from unnest($1::text[], $2::text[], $3::numeric[]) as t (account, asset, amount)
  left join ledger_balances b using (account, asset)
  where coalesce(b.balance, 0) + t.amount < 0 and not may_go_below_zero(t.account) limit 1`,
};

/** Whether every account that an entry takes from holds as much, of those that must. */
export async function isCovered(tx: Transaction, { postings }: Entry): Promise<boolean> {
  const rows = await tx.query(statement, [
    textArray(postings.map(({ account }) => account)),
    textArray(postings.map(({ asset }) => asset)),
    numericArray(postings.map(({ amount }) => amount)),
  ]);
  return rows.length === 0;
}
