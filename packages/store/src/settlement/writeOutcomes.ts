import type { Transaction } from '../pool/runTransaction.js';

/** What finally became of a transaction. */
export interface FinalOutcome {
  readonly txId: string;
  readonly sequence: bigint;
  readonly status: 'mined' | 'reverted';
  readonly height: number;
  readonly gasCost: bigint;
}

/**
 * Closes transactions whose outcome is final and that are booked in the same transaction; others with their sequence
 * become `replaced`. A row that another worker has closed meanwhile is passed over.
 *
 * @returns ids of the transactions that were closed now
 */
export async function closeOutbox(tx: Transaction, chainId: number, sender: string, outcomes: readonly FinalOutcome[]): Promise<ReadonlySet<string>> {
  if (outcomes.length === 0) return new Set();
  const closed = await tx.query<{ tx_id: string }>(
    `update outbox o set state = t.status, height = t.height, gas_cost = t.gas_cost, booked = true,
         sent_at = coalesce(o.sent_at, clock_timestamp())
       from unnest($3::text[], $4::text[], $5::bigint[], $6::numeric[]) as t (tx_id, status, height, gas_cost)
       where o.chain_id = $1 and o.sender = $2 and o.tx_id = t.tx_id and not o.booked and o.state in ('stored', 'sent')
       returning o.tx_id`,
    [
      chainId, sender, outcomes.map((o) => o.txId), outcomes.map((o) => o.status),
      outcomes.map((o) => o.height), outcomes.map((o) => o.gasCost),
    ],
  );
  await tx.query(
    `update outbox set state = 'replaced' where chain_id = $1 and sender = $2 and sequence = any($3::numeric[])
       and tx_id <> all($4::text[]) and state in ('stored', 'sent')`,
    [chainId, sender, outcomes.map((o) => o.sequence), outcomes.map((o) => o.txId)],
  );
  return new Set(closed.map((row) => row.tx_id));
}

/** Marks transactions whose sequence another transaction has finally used up. @returns ids of those that were open */
export async function replaceOutbox(tx: Transaction, chainId: number, txIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (txIds.length === 0) return new Set();
  const rows = await tx.query<{ tx_id: string }>(
    `update outbox set state = 'replaced' where chain_id = $1 and tx_id = any($2::text[]) and state in ('stored', 'sent') returning tx_id`,
    [chainId, txIds],
  );
  return new Set(rows.map((row) => row.tx_id));
}

/** A change of a slot after one of its transactions has ended. */
export interface SlotChange {
  readonly orderId: string;
  readonly leg: string;
  /** The payment was made. */
  readonly settled: boolean;
  /** What is still held for gas. */
  readonly gasHeld: bigint;
}

/** Writes what became of slots. */
export async function changeSlots(tx: Transaction, changes: readonly SlotChange[]): Promise<void> {
  if (changes.length === 0) return;
  await tx.query(
    `update settlement_slots s set settled_at = case when t.settled then clock_timestamp() end, gas_held = t.gas_held
       from unnest($1::text[], $2::text[], $3::boolean[], $4::numeric[]) as t (order_id, leg, settled, gas_held)
       where s.order_id = t.order_id and s.leg = t.leg`,
    [changes.map((c) => c.orderId), changes.map((c) => c.leg), changes.map((c) => c.settled), changes.map((c) => c.gasHeld)],
  );
}
