import type { Queryable, Statement } from '@portage/database';

const takeStatement: Statement = {
  name: 'chain_take_reconciled',
  text: `
insert into chain_cursors as c (chain_id, height, hash, time, finalized_height, reconciled) select $1, -1, '', 0, -1, 1 where $2 = 0
  on conflict (chain_id) do update set reconciled = c.reconciled + 1 where c.reconciled = $2
  returning 1`,
};

const raiseStatement: Statement = {
  name: 'chain_raise_reconciled',
  text: 'update chain_cursors set reconciled = reconciled + 1 where chain_id = $1 and reconciled = $2 returning 1',
};

/**
 * Takes the right to book a difference between a chain and the books: once for each comparison, so
 * that two who have read the same difference do not book it twice. The lock on the chain holds
 * until the transaction ends.
 *
 * @param reconciled - number of bookings when the chain was compared
 */
export async function takeReconciled(
  tx: Queryable,
  chainId: number,
  reconciled: number,
): Promise<boolean> {
  const rows = await tx.query(reconciled === 0 ? takeStatement : raiseStatement, [
    chainId,
    reconciled,
  ]);
  return rows.length > 0;
}
