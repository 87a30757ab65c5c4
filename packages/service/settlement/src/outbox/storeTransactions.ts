import type { SignedTransaction } from '@portage/core/chain';
import type { Statement, Transaction } from '@portage/database';
import { byteaArray, int8Array, numericArray, textArray } from '@portage/database';
import { changeInventory } from '../inventory/inventory.js';
import type { CallSlotIntent } from '../settlements/relayIntent.js';
import type { PayoutIntent } from '../settlements/payoutIntent.js';

/** A slot that a payment needs. */
export interface NewSlot {
  readonly orderId: string;
  readonly leg: string;
  readonly kind: 'fill' | 'refund' | 'call';
  readonly chainId: number;
  readonly intent: PayoutIntent | CallSlotIntent;
  /** Native currency that is held for gas. */
  readonly gasHeld: bigint;
}

/** A slot that is written anew. */
export interface RewrittenSlot extends NewSlot {
  /** Why something else is paid than before. */
  readonly reason: string;
}

const takeStatement: Statement = {
  name: 'slots_take',
  text: `
insert into settlement_slots (order_id, leg, kind, chain_id, intent, gas_held)
  select order_id, leg, kind, chain_id, intent::jsonb, gas_held
    from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::numeric[]) as t (order_id, leg, kind, chain_id, intent, gas_held)`,
};

function slotValues(slots: readonly NewSlot[]): readonly unknown[] {
  return [
    textArray(slots.map((s) => s.orderId)),
    textArray(slots.map((s) => s.leg)),
    textArray(slots.map((s) => s.kind)),
    int8Array(slots.map((s) => s.chainId)),
    textArray(slots.map((s) => JSON.stringify(s.intent))),
    numericArray(slots.map((s) => s.gasHeld)),
  ];
}

/**
 * Takes slots. Where somebody has taken one meanwhile, the transaction runs again and reads who.
 */
export async function openSettlements(tx: Transaction, slots: readonly NewSlot[]): Promise<void> {
  if (slots.length > 0) await tx.query(takeStatement, slotValues(slots));
}

/**
 * Writes what slots pay that exist already: a refund that is signed anew, or the refund that takes
 * the place of a dead fill, of which a record is kept. The database refuses a change of kind while
 * bytes of the fill may land.
 */
export async function rewriteSlots(
  tx: Transaction,
  slots: readonly RewrittenSlot[],
): Promise<void> {
  if (slots.length === 0) return;
  const values = [...slotValues(slots), textArray(slots.map((s) => s.reason))];
  const source = `unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::numeric[], $7::text[])
    as t (order_id, leg, kind, chain_id, intent, gas_held, reason)`;
  const switches = tx.query(
    `insert into settlement_switches (order_id, leg, from_intent, from_chain_id, reason)
       select s.order_id, s.leg, s.intent, s.chain_id, t.reason from settlement_slots s join ${source} using (order_id, leg)
         where s.kind <> t.kind`,
    values,
  );
  const rewritten = tx.query(
    `update settlement_slots s set kind = t.kind, chain_id = t.chain_id, intent = t.intent::jsonb, gas_held = t.gas_held
       from ${source} where s.order_id = t.order_id and s.leg = t.leg`,
    values,
  );
  await Promise.all([switches, rewritten]);
}

/** Takes slots that no transaction settles: what was to be paid back is not worth the way. */
export async function closeSlots(
  tx: Transaction,
  slots: readonly Pick<NewSlot, 'orderId' | 'leg'>[],
): Promise<void> {
  if (slots.length === 0) return;
  await tx.query(
    `update settlement_slots s set settled_at = clock_timestamp(), gas_held = 0
       from unnest($1::text[], $2::text[]) as t (order_id, leg) where s.order_id = t.order_id and s.leg = t.leg`,
    [slots.map((s) => s.orderId), slots.map((s) => s.leg)],
  );
}

/** Inventory that gas is taken of. */
export interface GasSource {
  readonly chainId: number;
  readonly sender: string;
  /** Native currency of the chain. */
  readonly currency: string;
}

/**
 * Holds more native currency for the gas of a slot. The database refuses to hold more than there is
 * (SQLSTATE 23514).
 */
export async function reserveGas(
  tx: Transaction,
  slot: Pick<NewSlot, 'orderId' | 'leg'>,
  from: GasSource,
  amount: bigint,
): Promise<void> {
  await tx.query(
    'update settlement_slots set gas_held = gas_held + $3 where order_id = $1 and leg = $2',
    [slot.orderId, slot.leg, amount],
  );
  await changeInventory(tx, [{ ...from, balance: 0n, held: amount }]);
}

/** Signed bytes with what they are for; a cancellation is for no slot. */
export interface NewOutboxRow {
  readonly transaction: SignedTransaction;
  readonly purpose: 'fill' | 'refund' | 'call' | 'cancel';
  readonly slot: { readonly orderId: string; readonly leg: string } | undefined;
}

const storeStatement: Statement = {
  name: 'outbox_store',
  text: `
insert into outbox (chain_id, tx_id, sender, sequence, order_id, leg, purpose, raw, stored_at)
  select $1::bigint, tx_id, sender, sequence, order_id, leg, purpose, raw, clock_timestamp()
    from unnest($2::text[], $3::text[], $4::numeric[], $5::text[], $6::text[], $7::text[], $8::bytea[])
      as t (tx_id, sender, sequence, order_id, leg, purpose, raw)
  on conflict (chain_id, tx_id) do nothing`,
};

/** Columns from `sequence` to `raw`. */
function outboxValues(rows: readonly NewOutboxRow[]): readonly Buffer[] {
  return [
    numericArray(rows.map((r) => r.transaction.sequence)),
    textArray(rows.map((r) => r.slot?.orderId)),
    textArray(rows.map((r) => r.slot?.leg)),
    textArray(rows.map((r) => r.purpose)),
    byteaArray(rows.map((r) => r.transaction.raw)),
  ];
}

/** Stores signed bytes. */
export async function storeSpends(
  tx: Transaction,
  chainId: number,
  rows: readonly NewOutboxRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(storeStatement, [
    chainId,
    textArray(rows.map((r) => r.transaction.txId)),
    textArray(rows.map((r) => r.transaction.sender)),
    ...outboxValues(rows),
  ]);
}

const commitStatement: Statement = {
  name: 'spends_commit',
  text: `
with stored as (
  insert into outbox (chain_id, tx_id, sender, sequence, order_id, leg, purpose, raw, stored_at)
    select $1::bigint, tx_id, $2::text, sequence, order_id, leg, purpose, raw, clock_timestamp()
      from unnest($3::text[], $4::numeric[], $5::text[], $6::text[], $7::text[], $8::bytea[])
        as t (tx_id, sequence, order_id, leg, purpose, raw)
), held as (
  update inventory i set held = i.held + t.amount, updated_at = clock_timestamp()
    from (select currency, sum(amount) as amount from unnest($9::text[], $10::numeric[]) as h (currency, amount) group by currency) t
    where i.chain_id = $1 and i.sender = $2 and i.currency = t.currency
)
delete from jobs where id = any($11::bigint[])`,
};

/** Everything that makes payments durable beside their slots. */
export interface SpendCommit {
  readonly chainId: number;
  readonly sender: string;
  readonly rows: readonly NewOutboxRow[];
  readonly holds: readonly { readonly currency: string; readonly amount: bigint }[];
  readonly jobIds: readonly number[];
}

/** Stores signed bytes, holds what they pay, and deletes their jobs, in one round trip. */
export async function commitSpends(
  tx: Transaction,
  { chainId, sender, rows, holds, jobIds }: SpendCommit,
): Promise<void> {
  await tx.query(commitStatement, [
    chainId,
    sender,
    textArray(rows.map((r) => r.transaction.txId)),
    ...outboxValues(rows),
    textArray(holds.map((h) => h.currency)),
    numericArray(holds.map((h) => h.amount)),
    int8Array(jobIds),
  ]);
}

/** A transaction as it was read before it is outbid. */
export interface OutbidRow {
  readonly txId: string;
  readonly sender: string;
  readonly sequence: bigint;
  /** How many transactions its sequence had. */
  readonly versions: number;
}

/**
 * Locks an open transaction until the end of `tx`, and says whether nobody has outbid it since it
 * was read: a worker that has lost its lease may still be at work beside the one that has it now.
 */
export async function lockNewest(
  tx: Transaction,
  chainId: number,
  { txId, sender, sequence, versions }: OutbidRow,
): Promise<boolean> {
  const open = await tx.query(
    `select 1 from outbox where chain_id = $1 and tx_id = $2 and state in ('stored', 'sent') for update`,
    [chainId, txId],
  );
  if (open.length === 0) return false;
  // Only what is counted behind the lock is sure to hold what its holder before has stored.
  const [row] = await tx.query<{ versions: number }>(
    'select count(*)::int as versions from outbox where chain_id = $1 and sender = $2 and sequence = $3',
    [chainId, sender, sequence],
  );
  return row?.versions === versions;
}

const sentStatement: Statement = {
  name: 'outbox_sent',
  text: `
update outbox set state = 'sent', sent_at = clock_timestamp(), sent_height = coalesce(sent_height, $3::bigint)
  where chain_id = $1 and tx_id = any($2::text[]) and state = 'stored'`,
};

/** Notes that bytes were given to the chain. `height` is its newest block at that time. */
export async function recordSent(
  tx: Transaction,
  chainId: number,
  txIds: readonly string[],
  height: number | undefined,
): Promise<void> {
  if (txIds.length > 0) await tx.query(sentStatement, [chainId, textArray(txIds), height]);
}

const refusedStatement: Statement = {
  name: 'outbox_refused',
  text: `update outbox set sent_height = $3::bigint where chain_id = $1 and tx_id = any($2::text[]) and state = 'stored' and sent_height is null`,
};

/**
 * Notes since when the chain refuses bytes. They stay stored, and are outbid like those that blocks
 * pass over.
 */
export async function recordRejected(
  tx: Transaction,
  chainId: number,
  txIds: readonly string[],
  height: number | undefined,
): Promise<void> {
  if (txIds.length > 0 && height !== undefined)
    await tx.query(refusedStatement, [chainId, textArray(txIds), height]);
}
