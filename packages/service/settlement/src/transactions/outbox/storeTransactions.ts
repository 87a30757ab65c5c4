import { assert } from '@portage/core';
import type { PaymentAuthorization, SignedTransaction } from '@portage/core/chain';
import type { Statement, Transaction } from '@portage/database';
import { byteaArray, int4Array, int8Array, numericArray, textArray } from '@portage/database';
import { hashArray, hashBytes } from '../../kit/hashId.js';
import type { DepositId } from '../../kit/depositId.js';
import { changeInventory } from '../../kit/inventory/inventory.js';
import type { Purpose, StoredIntent } from '../settlements/obligation.js';

/** A settlement that a payment needs. */
export interface NewSettlement {
  readonly orderId: string;
  readonly leg: string;
  readonly kind: Purpose;
  readonly chainId: number;
  readonly intent: StoredIntent;
  /** Deposit that pays for it; undefined for all but payouts. */
  readonly deposit?: DepositId | undefined;
  /** Native currency that is held for gas. */
  readonly gasReserved: bigint;
}

/** A settlement that is written anew. */
export interface RewrittenSettlement extends NewSettlement {
  /** Why something else is paid than before. */
  readonly reason: string;
}

const takeStatement: Statement = {
  name: 'settlements_open',
  text: `
insert into settlements (order_id, leg, kind, chain_id, intent, gas_reserved, deposit_chain_id, deposit_tx_id, deposit_ordinal)
  select order_id, leg, kind, chain_id, intent::jsonb, gas_reserved, deposit_chain_id, deposit_tx_id, deposit_ordinal
    from unnest($1::bytea[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::numeric[], $7::bigint[], $8::text[], $9::int[])
      as t (order_id, leg, kind, chain_id, intent, gas_reserved, deposit_chain_id, deposit_tx_id, deposit_ordinal)`,
};

function settlementValues(settlements: readonly NewSettlement[]): readonly unknown[] {
  return [
    hashArray(settlements.map((s) => s.orderId)),
    textArray(settlements.map((s) => s.leg)),
    textArray(settlements.map((s) => s.kind)),
    int8Array(settlements.map((s) => s.chainId)),
    textArray(settlements.map((s) => JSON.stringify(s.intent))),
    numericArray(settlements.map((s) => s.gasReserved)),
    int8Array(settlements.map((s) => s.deposit?.chainId)),
    textArray(settlements.map((s) => s.deposit?.txId)),
    int4Array(settlements.map((s) => s.deposit?.ordinal)),
  ];
}

/**
 * Takes settlements. Where another transaction has taken one meanwhile, this one runs again and
 * reads that settlement.
 */
export async function openSettlements(
  tx: Transaction,
  settlements: readonly NewSettlement[],
): Promise<void> {
  if (settlements.length > 0) await tx.query(takeStatement, settlementValues(settlements));
}

/**
 * Writes what settlements pay that exist already: a refund that is signed anew, or the refund that
 * takes the place of a dead fill, of which a record is kept. The database refuses a change of kind
 * while bytes of the fill may land.
 */
export async function rewriteSettlements(
  tx: Transaction,
  settlements: readonly RewrittenSettlement[],
): Promise<void> {
  if (settlements.length === 0) return;
  const values = [...settlementValues(settlements), textArray(settlements.map((s) => s.reason))];
  const source = `unnest($1::bytea[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::numeric[], $7::bigint[], $8::text[], $9::int[], $10::text[])
    as t (order_id, leg, kind, chain_id, intent, gas_reserved, deposit_chain_id, deposit_tx_id, deposit_ordinal, reason)`;
  const switches = tx.query(
    `insert into settlement_changes (order_id, leg, from_intent, from_chain_id, reason)
       select s.order_id, s.leg, s.intent, s.chain_id, t.reason from settlements s join ${source} using (order_id, leg)
         where s.kind <> t.kind`,
    values,
  );
  const rewritten = tx.query(
    `update settlements s set kind = t.kind, chain_id = t.chain_id, intent = t.intent::jsonb, gas_reserved = t.gas_reserved,
         deposit_chain_id = t.deposit_chain_id, deposit_tx_id = t.deposit_tx_id, deposit_ordinal = t.deposit_ordinal
       from ${source} where s.order_id = t.order_id and s.leg = t.leg`,
    values,
  );
  await Promise.all([switches, rewritten]);
}

/** Takes settlements that no transaction settles: what was to be paid back is not worth the way. */
export async function closeSettlements(
  tx: Transaction,
  settlements: readonly Pick<NewSettlement, 'orderId' | 'leg'>[],
): Promise<void> {
  if (settlements.length === 0) return;
  await tx.query(
    `update settlements s set settled_at = clock_timestamp(), gas_reserved = 0
       from unnest($1::bytea[], $2::text[]) as t (order_id, leg) where s.order_id = t.order_id and s.leg = t.leg`,
    [hashArray(settlements.map((s) => s.orderId)), settlements.map((s) => s.leg)],
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
 * Holds more native currency for the gas of a settlement. The database refuses to hold more than
 * there is (SQLSTATE 23514).
 */
export async function reserveGas(
  tx: Transaction,
  settlement: Pick<NewSettlement, 'orderId' | 'leg'>,
  from: GasSource,
  amount: bigint,
): Promise<void> {
  await tx.query(
    'update settlements set gas_reserved = gas_reserved + $3 where order_id = $1 and leg = $2',
    [hashBytes(settlement.orderId), settlement.leg, amount],
  );
  await changeInventory(tx, [{ ...from, balance: 0n, reserved: amount }]);
}

/**
 * Signed bytes with the payment that they are for, one of a transaction's; a cancellation is for no
 * settlement.
 */
export interface NewOutboxRow {
  readonly transaction: SignedTransaction;
  readonly purpose: Purpose | 'cancel';
  readonly settlement: { readonly orderId: string; readonly leg: string } | undefined;
}

const storeStatement: Statement = {
  name: 'outbox_store',
  text: `
insert into outbox (chain_id, tx_id, sender, sequence, order_id, leg, purpose, raw, authorization_nonce, authorization_expiry, stored_at)
  select $1::bigint, tx_id, sender, sequence, order_id, leg, purpose, raw, nonce, expiry, clock_timestamp()
    from unnest($2::text[], $3::text[], $4::numeric[], $5::bytea[], $6::text[], $7::text[], $8::bytea[], $9::text[], $10::bigint[])
      as t (tx_id, sender, sequence, order_id, leg, purpose, raw, nonce, expiry)
  on conflict (chain_id, tx_id, sequence) do nothing`,
};

/**
 * Columns from `sequence` to `authorization_expiry`. Payments with one id are of one transaction.
 */
function outboxValues(rows: readonly NewOutboxRow[]): readonly Buffer[] {
  const bytes = new Map<string, Uint8Array>();
  for (const { transaction } of rows) {
    const { txId, raw } = transaction;
    const first = bytes.get(txId) ?? raw;
    assert(first === raw || Buffer.from(first).equals(raw), 'a transaction has one set of bytes');
    bytes.set(txId, first);
  }
  return [
    numericArray(rows.map((r) => r.transaction.sequence)),
    hashArray(rows.map((r) => r.settlement?.orderId)),
    textArray(rows.map((r) => r.settlement?.leg)),
    textArray(rows.map((r) => r.purpose)),
    byteaArray(rows.map((r) => r.transaction.raw)),
    textArray(rows.map((r) => authorizationOf(r)?.nonce)),
    int8Array(rows.map((r) => authorizationOf(r)?.expiry)),
  ];
}

/** Authorization in the bytes; a cancellation carries none. */
function authorizationOf({ transaction, purpose }: NewOutboxRow): PaymentAuthorization | undefined {
  return purpose === 'cancel' ? undefined : transaction.authorization;
}

/** Stores signed bytes. */
export async function storeTransactions(
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
  name: 'transactions_commit',
  text: `
with stored as (
  insert into outbox (chain_id, tx_id, sender, sequence, order_id, leg, purpose, raw, authorization_nonce, authorization_expiry, stored_at)
    select $1::bigint, tx_id, $2::text, sequence, order_id, leg, purpose, raw, nonce, expiry, clock_timestamp()
      from unnest($3::text[], $4::numeric[], $5::bytea[], $6::text[], $7::text[], $8::bytea[], $9::text[], $10::bigint[])
        as t (tx_id, sequence, order_id, leg, purpose, raw, nonce, expiry)
), reserved as (
  update inventory i set reserved = i.reserved + t.amount, updated_at = clock_timestamp()
    from (select currency, sum(amount) as amount from unnest($11::text[], $12::numeric[]) as h (currency, amount) group by currency) t
    where i.chain_id = $1 and i.sender = $2 and i.currency = t.currency
)
delete from jobs where id = any($13::bigint[])`,
};

/** Everything that makes payments durable beside their settlements. */
export interface TransactionCommit {
  readonly chainId: number;
  readonly sender: string;
  readonly rows: readonly NewOutboxRow[];
  readonly reservations: readonly { readonly currency: string; readonly amount: bigint }[];
  readonly jobIds: readonly number[];
}

/** Stores signed bytes, holds what they pay, and deletes their jobs, in one round trip. */
export async function commitTransactions(
  tx: Transaction,
  { chainId, sender, rows, reservations, jobIds }: TransactionCommit,
): Promise<void> {
  await tx.query(commitStatement, [
    chainId,
    sender,
    textArray(rows.map((r) => r.transaction.txId)),
    ...outboxValues(rows),
    textArray(reservations.map((h) => h.currency)),
    numericArray(reservations.map((h) => h.amount)),
    int8Array(jobIds),
  ]);
}

/** A payment of a transaction as it was read before the transaction is outbid. */
export interface OutbidRow {
  readonly txId: string;
  readonly sender: string;
  readonly sequence: bigint;
  /** Number of transactions that its sequence had. */
  readonly versions: number;
}

/**
 * Locks an open transaction, all of its rows, until the end of `tx`, and says whether it was
 * neither outbid nor closed since it was read: a worker that has lost its lease may still be at
 * work beside the one that has it now.
 *
 * @param rows - all payments of the transaction, in the order of their sequences
 */
export async function lockNewest(
  tx: Transaction,
  chainId: number,
  rows: readonly [OutbidRow, ...OutbidRow[]],
): Promise<boolean> {
  const [{ txId, sender }] = rows;
  const found = await tx.query<{ sequence: bigint; is_open: boolean }>(
    `select sequence, state in ('stored', 'sent') as is_open from outbox where chain_id = $1 and tx_id = $2
       order by sequence for update`,
    [chainId, txId],
  );
  const isWhole =
    found.length === rows.length &&
    found.every(({ sequence }, index) => sequence === rows[index]?.sequence);
  if (!isWhole || found.some((row) => !row.is_open)) return false;
  // Only what is counted behind the lock is sure to hold what its holder before has stored.
  const counted = await tx.query<{ sequence: bigint; versions: number }>(
    `select sequence, count(*)::int as versions from outbox where chain_id = $1 and sender = $2 and sequence = any($3::numeric[])
       group by sequence`,
    [chainId, sender, rows.map(({ sequence }) => sequence)],
  );
  const versions = new Map(counted.map((row) => [row.sequence, row.versions]));
  return rows.every((row) => versions.get(row.sequence) === row.versions);
}

const sentStatement: Statement = {
  name: 'outbox_sent',
  text: `
update outbox set state = 'sent', sent_at = coalesce(sent_at, clock_timestamp()), sent_height = coalesce(sent_height, $3::bigint)
  where chain_id = $1 and tx_id = any($2::text[]) and (state = 'stored' or state = 'sent' and sent_height is null)`,
};

/**
 * Notes that bytes were given to the chain. `height` is its newest block at that time; where that
 * was not known, the next time counts, so that blocks are counted which pass them over.
 */
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
  text: `update outbox set sent_height = $3::bigint where chain_id = $1 and tx_id = any($2::text[]) and state in ('stored', 'sent') and sent_height is null`,
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
