import type { Transaction } from '@portage/database';

/** Final outcome of a transaction. */
export interface FinalOutcome {
  readonly txId: string;
  readonly sequence: bigint;
  readonly status: 'mined' | 'reverted';
  readonly height: number;
  readonly gasCost: bigint;
}

/** Outcomes of rows of the outbox in one transaction. */
export interface Closed {
  /** Ids of the transactions whose outcome was written now. */
  readonly closed: ReadonlySet<string>;
  /** Ids of the transactions that can no longer land. */
  readonly replaced: ReadonlySet<string>;
}

/**
 * Writes final outcomes. Others with the sequence of a closed transaction can no longer land, nor
 * can those in `replacedIds`. A row that another worker has closed meanwhile is passed over.
 */
export async function closeOutbox(
  tx: Transaction,
  chainId: number,
  sender: string,
  outcomes: readonly FinalOutcome[],
  replacedIds: readonly string[],
): Promise<Closed> {
  const closed = await tx.query<{ tx_id: string }>(
    `update outbox o set state = t.status, height = t.height, gas_cost = t.gas_cost,
         sent_at = coalesce(o.sent_at, clock_timestamp())
       from unnest($3::text[], $4::text[], $5::bigint[], $6::numeric[]) as t (tx_id, status, height, gas_cost)
       where o.chain_id = $1 and o.sender = $2 and o.tx_id = t.tx_id and o.state in ('stored', 'sent')
       returning o.tx_id`,
    [
      chainId,
      sender,
      outcomes.map((o) => o.txId),
      outcomes.map((o) => o.status),
      outcomes.map((o) => o.height),
      outcomes.map((o) => o.gasCost),
    ],
  );
  const replaced = await tx.query<{ tx_id: string }>(
    `update outbox set state = 'replaced' where chain_id = $1 and sender = $2 and state in ('stored', 'sent')
       and (tx_id = any($5::text[]) or (sequence = any($3::numeric[]) and tx_id <> all($4::text[])))
       returning tx_id`,
    [chainId, sender, outcomes.map((o) => o.sequence), outcomes.map((o) => o.txId), replacedIds],
  );
  return {
    closed: new Set(closed.map((row) => row.tx_id)),
    replaced: new Set(replaced.map((row) => row.tx_id)),
  };
}

/**
 * Sequences among these that no transaction of ours has used up: somebody else signed with the
 * sender's key.
 */
export async function findForeignSequences(
  tx: Transaction,
  chainId: number,
  sender: string,
  sequences: readonly bigint[],
): Promise<readonly bigint[]> {
  if (sequences.length === 0) return [];
  const rows = await tx.query<{ sequence: bigint }>(
    `select distinct t.sequence from unnest($3::numeric[]) as t (sequence) where not exists (
       select 1 from outbox o where o.chain_id = $1 and o.sender = $2 and o.sequence = t.sequence and o.state <> 'replaced')`,
    [chainId, sender, sequences],
  );
  return rows.map((row) => row.sequence);
}
