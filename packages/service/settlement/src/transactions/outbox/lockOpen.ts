import type { SignedTransaction } from '@portage/core/chain';
import type { Statement, Transaction } from '@portage/database';

/** A statement of its own: what follows it sees all that the holder before has stored. */
const lockStatement: Statement = {
  name: 'outbox_lock',
  text: `select pg_advisory_xact_lock(hashtextextended('outbox:' || $1::text || ':' || $2::text, 0))`,
};

const openStatement: Statement = {
  name: 'outbox_signed',
  text: `
select tx_id, sender, sequence, raw from outbox
  where chain_id = $1 and sender = $2 and state in ('stored', 'sent') order by sequence, stored_at`,
};

/**
 * Reads every transaction of a sender that may still land, so that its coins are spent once. The
 * lock holds until the end of `tx`: a worker that has lost its lease may still sign beside the one
 * that has it now, and each of them must see what the other has stored.
 */
export async function lockOpen(
  tx: Transaction,
  chainId: number,
  sender: string,
): Promise<readonly SignedTransaction[]> {
  const [, rows] = await Promise.all([
    tx.query(lockStatement, [chainId, sender]),
    tx.query<{ tx_id: string; sender: string; sequence: bigint; raw: string }>(openStatement, [
      chainId,
      sender,
    ]),
  ]);
  return rows.map((row) => ({
    txId: row.tx_id,
    raw: Buffer.from(row.raw.slice(2), 'hex'),
    sender: row.sender,
    sequence: row.sequence,
  }));
}
