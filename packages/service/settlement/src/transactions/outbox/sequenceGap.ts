import type { SignedTransaction } from '@portage/core/chain';
import type { Queryable, Statement, Transaction } from '@portage/database';
import { storeTransactions } from './storeTransactions.js';

/** The open transaction of a sender with the lowest sequence. */
export interface OldestOpen {
  readonly sequence: bigint;
  /** Milliseconds since it was stored. */
  readonly ageMs: number;
}

/** Sequences of a sender between what is mined and its oldest open transaction. */
export interface SequenceRange {
  readonly first: bigint;
  /** The sequence after the last one of the range. */
  readonly end: bigint;
}

const oldestStatement: Statement = {
  name: 'outbox_oldest',
  text: `
select sequence, (extract(epoch from clock_timestamp() - stored_at) * 1000)::float8 as age_ms from outbox
  where chain_id = $1 and sender = $2 and state in ('stored', 'sent') order by sequence, stored_at limit 1`,
};

/** Reads the open transaction that all others of a sender wait for. */
export async function readOldestOpen(
  database: Queryable,
  chainId: number,
  sender: string,
): Promise<OldestOpen | undefined> {
  const [row] = await database.query<{ sequence: bigint; age_ms: number }>(oldestStatement, [
    chainId,
    sender,
  ]);
  return row === undefined ? undefined : { sequence: row.sequence, ageMs: row.age_ms };
}

/** Counts the sequences of a range that no transaction of ours ever had. */
export async function countUnusedSequences(
  database: Queryable,
  chainId: number,
  sender: string,
  { first, end }: SequenceRange,
): Promise<bigint> {
  const [row] = await database.query<{ used: bigint }>(
    'select count(distinct sequence)::numeric as used from outbox where chain_id = $1 and sender = $2 and sequence >= $3 and sequence < $4',
    [chainId, sender, first, end],
  );
  return end - first - (row?.used ?? 0n);
}

/**
 * Stores transactions without a payment, which use up sequences that no transaction of ours has;
 * one whose sequence has one meanwhile is left out.
 *
 * @returns those that were stored
 */
export async function storeGap(
  tx: Transaction,
  chainId: number,
  transactions: readonly SignedTransaction[],
): Promise<readonly SignedTransaction[]> {
  const [first] = transactions;
  if (first === undefined) return [];
  const rows = await tx.query<{ sequence: bigint }>(
    'select distinct sequence from outbox where chain_id = $1 and sender = $2 and sequence = any($3::numeric[])',
    [chainId, first.sender, transactions.map(({ sequence }) => sequence)],
  );
  const used = new Set(rows.map(({ sequence }) => sequence));
  const stored = transactions.filter(({ sequence }) => !used.has(sequence));
  await storeTransactions(
    tx,
    chainId,
    stored.map((transaction) => ({ transaction, purpose: 'cancel', settlement: undefined })),
  );
  return stored;
}
