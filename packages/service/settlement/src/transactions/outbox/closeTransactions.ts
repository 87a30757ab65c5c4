import { assert } from '@portage/core';
import type { Transaction } from '@portage/database';

/** Final outcome of a row of the outbox: of its payment, with the part of the fee that it bears. */
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
 * can those in `replacedIds`. What another worker has closed meanwhile is passed over. `outcomes`
 * have every row of each transaction: a transaction is closed as a whole or not at all.
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
       from unnest($3::text[], $4::numeric[], $5::text[], $6::bigint[], $7::numeric[]) as t (tx_id, sequence, status, height, gas_cost)
       where o.chain_id = $1 and o.sender = $2 and o.tx_id = t.tx_id and o.sequence = t.sequence and o.state in ('stored', 'sent')
       returning o.tx_id`,
    [
      chainId,
      sender,
      outcomes.map((o) => o.txId),
      outcomes.map((o) => o.sequence),
      outcomes.map((o) => o.status),
      outcomes.map((o) => o.height),
      outcomes.map((o) => o.gasCost),
    ],
  );
  const closedIds = new Set(closed.map((row) => row.tx_id));
  assert(
    closed.length === outcomes.filter(({ txId }) => closedIds.has(txId)).length,
    'a transaction is closed with all of its payments',
  );
  const replaced = await tx.query<{ tx_id: string }>(
    `update outbox set state = 'replaced' where chain_id = $1 and sender = $2 and state in ('stored', 'sent')
       and (tx_id = any($5::text[]) or (sequence = any($3::numeric[]) and tx_id <> all($4::text[])))
       returning tx_id`,
    [chainId, sender, outcomes.map((o) => o.sequence), outcomes.map((o) => o.txId), replacedIds],
  );
  return { closed: closedIds, replaced: new Set(replaced.map((row) => row.tx_id)) };
}

/**
 * Sequences among these that no transaction of ours has used up: another holder of the sender's key
 * signed with it.
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
