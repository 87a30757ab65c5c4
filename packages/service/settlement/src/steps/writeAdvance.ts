import { PortageError } from '@portage/core';
import type {
  ChainAdvance,
  Cursor,
  EventPlace,
  FillEvent,
  ReleaseEvent,
  SwapEvent,
} from '@portage/core/chain';
import type {
  ReclaimEvent,
  ReclaimRequestEvent,
} from '../chains/deposits/reclaims/reclaimEvents.js';
import type { Statement, Transaction } from '@portage/database';
import { hashArray } from '../kit/hashId.js';
import type { DepositRow, WrittenDeposit } from '../chains/deposits/depositRow.js';
import { writeReclaims } from '../chains/deposits/reclaims/writeReclaims.js';
import { int4Array, int8Array, numericArray, textArray } from '@portage/database';

/** One step of a chain as it is to be written. */
export interface AdvanceRows {
  readonly chainId: number;
  /** Hash of the newest block that is known; empty before the first step. */
  readonly from: string;
  readonly cursor: Cursor;
  readonly blocks: ChainAdvance['blocks'];
  readonly finalizedHeight: number;
  readonly deposits: readonly DepositRow[];
  readonly fills: readonly { readonly event: FillEvent; readonly matched: boolean }[];
  readonly releases: readonly ReleaseEvent[];
  readonly swaps: readonly SwapEvent[];
  readonly reclaims: readonly (ReclaimRequestEvent | ReclaimEvent)[];
}

/** Number of blocks back at which a reorg can be recognised. */
const blocksKept = 512;

const placeColumns = (first: number): string =>
  `$${String(first)}::text[], $${String(first + 1)}::int[], $${String(first + 2)}::bigint[], $${String(first + 3)}::text[]`;

/**
 * Cursor, blocks and deposits in one statement: most steps have nothing else. `told` is returned
 * of each deposit that was written.
 */
const advanceText = (told: string): string => `
with moved as (
  insert into chain_cursors as c (chain_id, height, hash, time, finalized_height) values ($1, $3, $4, $5, $6)
    on conflict (chain_id) do update set height = excluded.height, hash = excluded.hash, time = excluded.time,
        finalized_height = greatest(c.finalized_height, excluded.finalized_height), updated_at = now()
      where c.hash = $2
    returning 1
), added_blocks as (
  insert into chain_blocks (chain_id, height, hash, time)
    select $1, * from unnest($7::bigint[], $8::text[], $9::bigint[])
    on conflict (chain_id, height) do update set hash = excluded.hash, time = excluded.time
), old_blocks as (
  delete from chain_blocks where chain_id = $1 and height < $3 - ${String(blocksKept)}
), written as (
  insert into deposits as d (chain_id, tx_id, ordinal, height, block_hash, order_id, depositor, payer, currency, amount,
      state, outcome, reason, leg, final_at)
    select $1, tx_id, ordinal, height, block_hash, order_id, depositor, payer, currency, amount,
        case when outcome is null then 'seen' else 'final' end, outcome, reason, leg, case when outcome is null then null else now() end
      from unnest(${placeColumns(10)}, $14::bytea[], $15::text[], $16::text[], $17::text[], $18::numeric[], $19::text[], $20::text[], $21::text[])
        as t (tx_id, ordinal, height, block_hash, order_id, depositor, payer, currency, amount, outcome, reason, leg)
    on conflict (chain_id, tx_id, ordinal) do update set height = excluded.height, block_hash = excluded.block_hash,
        order_id = excluded.order_id, depositor = excluded.depositor, payer = excluded.payer, currency = excluded.currency,
        amount = excluded.amount, state = excluded.state, outcome = excluded.outcome, reason = excluded.reason,
        leg = excluded.leg, final_at = excluded.final_at
      where d.state <> 'final'
    returning ${told}
)`;

/**
 * The row with ordinal -1 says that the cursor moved and how many deposits were written; the others
 * are returned only where they are not all new.
 */
const advanceStatement: Statement = {
  name: 'chain_advance',
  text: `${advanceText('tx_id, ordinal, reorg_count, covered_loss')}
select '' as tx_id, -1 as ordinal, 0 as reorg_count, 0::numeric as covered_loss, (select count(*)::int from written) as written from moved
union all select tx_id, ordinal, reorg_count, covered_loss, 1 from written
  where reorg_count > 0 or covered_loss > 0 or (select count(*) from written) <> coalesce(array_length($10::text[], 1), 0)`,
};

/** Fails as a conflict where the cursor did not move, or where not all deposits are new. */
const newAdvanceStatement: Statement = {
  name: 'chain_advance_new',
  text: `${advanceText('reorg_count, covered_loss')}
select refuse_unless_new(exists (select from moved) and (select count(*) from written where reorg_count = 0 and covered_loss = 0) = coalesce(array_length($10::text[], 1), 0))`,
};

/** A payment that the outbox does not have is our own of a time that the database has lost. */
const isUnknown = 'not exists (select from outbox o where o.chain_id = $1 and o.tx_id = t.tx_id)';

const fillsStatement: Statement = {
  name: 'fills_write',
  text: `
insert into fills as f (chain_id, tx_id, ordinal, height, block_hash, order_id, solver, recipient, currency, amount, matched, unbooked)
  select $1::bigint, t.*, t.matched and ${isUnknown}
    from unnest(${placeColumns(2)}, $6::bytea[], $7::text[], $8::text[], $9::text[], $10::numeric[], $11::boolean[])
      as t (tx_id, ordinal, height, block_hash, order_id, solver, recipient, currency, amount, matched)
  on conflict (chain_id, tx_id, ordinal) do update set height = excluded.height, block_hash = excluded.block_hash,
      order_id = excluded.order_id, solver = excluded.solver, recipient = excluded.recipient, currency = excluded.currency,
      amount = excluded.amount, matched = excluded.matched, state = 'seen'
    where f.state = 'reorged'`,
};

const releasesStatement: Statement = {
  name: 'releases_write',
  text: `
insert into releases as r (chain_id, tx_id, ordinal, height, block_hash, order_id, depositor, recipient, currency, amount, nonce, unbooked)
  select $1::bigint, t.*, ${isUnknown}
    from unnest(${placeColumns(2)}, $6::bytea[], $7::text[], $8::text[], $9::text[], $10::numeric[], $11::text[])
      as t (tx_id, ordinal, height, block_hash, order_id, depositor, recipient, currency, amount, nonce)
  on conflict (chain_id, tx_id, ordinal) do update set height = excluded.height, block_hash = excluded.block_hash,
      order_id = excluded.order_id, depositor = excluded.depositor, recipient = excluded.recipient,
      currency = excluded.currency, amount = excluded.amount, nonce = excluded.nonce, state = 'seen'
    where r.state = 'reorged'`,
};

/** Anybody may swap by our contracts; what no request asked for is passed over. */
const swapsStatement: Statement = {
  name: 'swaps_write',
  text: `
insert into swaps as s (chain_id, tx_id, ordinal, height, block_hash, swap_id, owner, currency, amount)
  select $1::bigint, t.* from unnest(${placeColumns(2)}, $6::bytea[], $7::text[], $8::text[], $9::numeric[])
      as t (tx_id, ordinal, height, block_hash, swap_id, owner, currency, amount)
    where exists (select from requests where order_id = t.swap_id)
  on conflict (chain_id, tx_id, ordinal) do update set height = excluded.height, block_hash = excluded.block_hash, swap_id = excluded.swap_id,
      owner = excluded.owner, currency = excluded.currency, amount = excluded.amount, state = 'seen'
    where s.state = 'reorged'`,
};

function places(events: readonly EventPlace[]): readonly unknown[] {
  return [
    textArray(events.map((e) => e.txId)),
    int4Array(events.map((e) => e.ordinal)),
    int8Array(events.map((e) => e.height)),
    textArray(events.map((e) => e.blockHash)),
  ];
}

async function writeFills(
  tx: Transaction,
  chainId: number,
  fills: AdvanceRows['fills'],
): Promise<void> {
  if (fills.length === 0) return;
  const events = fills.map(({ event }) => event);
  await tx.query(fillsStatement, [
    chainId,
    ...places(events),
    hashArray(events.map((e) => e.orderId)),
    textArray(events.map((e) => e.solver)),
    textArray(events.map((e) => e.recipient)),
    textArray(events.map((e) => e.currency)),
    numericArray(events.map((e) => e.amount)),
    fills.map(({ matched }) => matched),
  ]);
}

async function writeReleases(
  tx: Transaction,
  chainId: number,
  releases: AdvanceRows['releases'],
): Promise<void> {
  if (releases.length === 0) return;
  await tx.query(releasesStatement, [
    chainId,
    ...places(releases),
    hashArray(releases.map((e) => e.orderId)),
    textArray(releases.map((e) => e.depositor)),
    textArray(releases.map((e) => e.recipient)),
    textArray(releases.map((e) => e.currency)),
    numericArray(releases.map((e) => e.amount)),
    textArray(releases.map((e) => e.nonce)),
  ]);
}

async function writeSwaps(
  tx: Transaction,
  chainId: number,
  swaps: AdvanceRows['swaps'],
): Promise<void> {
  if (swaps.length === 0) return;
  await tx.query(swapsStatement, [
    chainId,
    ...places(swaps),
    hashArray(swaps.map((e) => e.swapId)),
    textArray(swaps.map((e) => e.owner)),
    textArray(swaps.map((e) => e.currency)),
    numericArray(swaps.map((e) => e.amount)),
  ]);
}

interface WrittenRow {
  tx_id: string;
  ordinal: number;
  reorg_count: number;
  covered_loss: bigint;
  written: number;
}

const unburdened: WrittenDeposit = { reorgCount: 0, coveredLoss: 0n };

function advanceValues({
  chainId,
  from,
  cursor,
  finalizedHeight,
  blocks,
  deposits,
}: AdvanceRows): readonly unknown[] {
  const events = deposits.map(({ event }) => event);
  return [
    chainId,
    from,
    cursor.height,
    cursor.hash,
    cursor.time,
    finalizedHeight,
    blocks.map((b) => b.height),
    blocks.map((b) => b.hash),
    blocks.map((b) => b.time),
    ...places(events),
    hashArray(events.map((e) => e.orderId)),
    textArray(events.map((e) => e.depositor)),
    textArray(events.map((e) => e.payer)),
    textArray(events.map((e) => e.currency)),
    numericArray(events.map((e) => e.amount)),
    textArray(deposits.map(({ outcome }) => outcome?.type)),
    textArray(deposits.map(({ outcome }) => outcome?.reason ?? 'N/A')),
    textArray(deposits.map(({ outcome }) => outcome?.leg)),
  ];
}

function writeOthers(
  tx: Transaction,
  { chainId, fills, releases, swaps, reclaims }: AdvanceRows,
): void {
  tx.withCommit(writeFills(tx, chainId, fills));
  tx.withCommit(writeReleases(tx, chainId, releases));
  tx.withCommit(writeSwaps(tx, chainId, swaps));
  tx.withCommit(writeReclaims(tx, chainId, reclaims));
}

/**
 * Writes one step of a chain as nearly all of them are: the cursor is where it is thought to be,
 * and nothing was booked before on any of its deposits. All of it may travel with the commit. Where
 * that is not so, the transaction fails as after a conflict and runs again; it then looks, with
 * {@link writeAdvance}.
 */
export function writeNewAdvance(tx: Transaction, rows: AdvanceRows): void {
  tx.withCommit(tx.query(newAdvanceStatement, advanceValues(rows)));
  writeOthers(tx, rows);
}

/**
 * Writes one step of a chain. The cursor moves by compare-and-set, so of two processes that follow
 * one chain only one writes; a final deposit stays as it is however often it is reported again.
 *
 * @returns what was booked before on each deposit that is new, final only now, or back after a
 *   reorg; undefined for the others
 * @throws PortageError `SERVICE_UNAVAILABLE` when another process has moved the cursor
 */
export async function writeAdvance(
  tx: Transaction,
  rows: AdvanceRows,
): Promise<readonly (WrittenDeposit | undefined)[]> {
  const events = rows.deposits.map(({ event }) => event);
  const written = await tx.query<WrittenRow>(advanceStatement, advanceValues(rows));
  const moved = written.find(({ ordinal }) => ordinal === -1);
  if (moved === undefined)
    throw new PortageError('SERVICE_UNAVAILABLE', {
      message: `Another process follows chain ${String(rows.chainId)}.`,
    });
  writeOthers(tx, rows);
  const told = new Map(
    written.map((row) => [
      `${row.tx_id}:${String(row.ordinal)}`,
      { reorgCount: row.reorg_count, coveredLoss: row.covered_loss },
    ]),
  );
  const isAllNew = moved.written === events.length;
  return events.map(
    (event) =>
      told.get(`${event.txId}:${String(event.ordinal)}`) ?? (isAllNew ? unburdened : undefined),
  );
}
