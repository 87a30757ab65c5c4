import type { Cursor, SignedTransaction, TransactionOutcome } from '@portage/core/chain';
import {
  mainLeg,
  type EndedTransaction,
  type KnownProgress,
  type OutboxRow,
  type OutboxSnapshot,
} from '@portage/settlement';
import { haltAll } from '../breakers/haltAll.js';
import { ledgerChain, type ChainContext } from '../context.js';
import { describeEnd } from './describeEnd.js';
import { byTransaction, inspectRows, type TransactionRows } from './inspectRows.js';
import { planMonitor, type MonitorAction } from './planMonitor.js';
import { replaceTransactions, resend } from './replaceTransactions.js';

/** Transactions that one look takes in. */
const rowsMax = 2_000;

/** A transaction with what is done about it. */
interface Planned {
  readonly rows: TransactionRows;
  /** Outcome of each payment, with the part of the fee that it bears. */
  readonly outcomes: ReadonlyMap<OutboxRow, TransactionOutcome>;
  readonly action: MonitorAction;
}

/**
 * Whether a transaction is worth asking about: before the next block there is no news of one that
 * was just sent, or is being sent.
 */
function mayHaveNews(
  { policy }: ChainContext,
  [{ state, ageMs, sentHeight }]: TransactionRows,
  tip: Cursor | undefined,
): boolean {
  return (
    ageMs >= policy.transactions.rebroadcastMs ||
    (state === 'sent' && (tip === undefined || sentHeight === undefined || tip.height > sentHeight))
  );
}

/** Facts that a look goes by beside the rows. */
interface Look {
  readonly isStart: boolean;
  /** Transactions that nodes refused for their fee since the last look. */
  readonly underpriced: ReadonlySet<string>;
}

/** Open transactions of a sender, and what is done about each. */
interface Plan {
  readonly since: KnownProgress | undefined;
  /** All open transactions; undefined where there can be no news of them yet. */
  readonly planned: readonly Planned[] | undefined;
}

async function plan(context: ChainContext, { isStart, underpriced }: Look): Promise<Plan> {
  const { chain, settlement, standing } = context;
  // Work that is known of is not asked about: the answer may be older than what stands.
  const isIdle = async (): Promise<boolean> =>
    !isStart &&
    underpriced.size === 0 &&
    (standing?.size ?? 0) === 0 &&
    !(await settlement.chains.openWork()).has(chain.id, 'transactions');
  if (await isIdle()) return { since: undefined, planned: [] };
  // Progress first: whatever it covers was written before the rows are read, so a missing event is
  // truly missing.
  const progress = await settlement.chains.progress(chain.id);
  const tip = chain.observe.tip()?.value;
  if (
    !isStart &&
    underpriced.size === 0 &&
    !(await settlement.outbox.mayHaveNews(chain.id, chain.spend.sender, {
      height: tip?.height,
      ageMs: context.policy.transactions.rebroadcastMs,
    }))
  )
    return { since: progress, planned: undefined };
  const rows = await settlement.outbox.open(chain.id, chain.spend.sender, rowsMax);
  if (rows.length === 0) return { since: progress, planned: [] };
  const transactions = byTransaction(rows);
  const asked = transactions.filter(
    (each) => isStart || underpriced.has(each[0].txId) || mayHaveNews(context, each, tip),
  );
  const outcomes = await inspectRows(context, asked.flat());
  const newest = new Map(rows.map((row) => [row.sequence, row.txId]));
  const planned = transactions.map((payments): Planned => {
    const [first] = payments;
    const action = planMonitor(context, {
      rows: payments,
      outcome: outcomes.get(first) ?? { status: 'pending' },
      isNewest: newest.get(first.sequence) === first.txId,
      isUnderpriced: underpriced.has(first.txId),
      progress,
      tip,
      isStart,
    });
    return { rows: payments, outcomes, action };
  });
  return { since: progress, planned };
}

/** The payments of a transaction that is closed. */
function endsOf({ rows, outcomes, action }: Planned): readonly EndedTransaction[] {
  if (action.type !== 'close') return [];
  return rows.flatMap((row): readonly EndedTransaction[] => {
    const outcome = outcomes.get(row);
    return outcome?.status === 'mined' || outcome?.status === 'reverted' ? [{ row, outcome }] : [];
  });
}

function rowsWith(
  planned: readonly Planned[],
  type: MonitorAction['type'],
): readonly TransactionRows[] {
  return planned.filter(({ action }) => action.type === type).map(({ rows }) => rows);
}

/**
 * A request is `submitted` once its payment was given to the chain, also when it took a second try.
 */
async function recordSent(
  context: ChainContext,
  rows: readonly OutboxRow[],
  sent: readonly SignedTransaction[],
): Promise<void> {
  const sequences = new Set(sent.map(({ sequence }) => sequence));
  const orders = rows.flatMap(({ sequence, purpose, obligation }) =>
    sequences.has(sequence) && purpose === 'fill' && obligation?.leg === mainLeg
      ? [obligation.orderId]
      : [],
  );
  if (orders.length > 0) await context.settlement.outbox.recordFills(orders);
}

/** Books what ended, and tells the operator where another party used the sender's key. */
async function settle(context: ChainContext, found: OutboxSnapshot): Promise<void> {
  const { chain, settlement, clock, log, onFill, outcomes } = context;
  const { sender: account, countsSequences } = chain.spend;
  const sender = { chain: ledgerChain(chain), sender: account, clock, countsSequences };
  const { ended, foreignSequences } = await settlement.obligations.settle(sender, found);
  for (const one of ended) {
    const { message, context } = describeEnd(one);
    log(message, { chain: chain.slug, ...context });
    const { purpose, obligation, signedAfterMs } = one.row;
    if (purpose === 'fill' && one.outcome.status === 'mined' && signedAfterMs !== undefined)
      onFill?.({
        originChainId: obligation?.kind === 'payout' ? obligation.deposit.chainId : chain.id,
        destinationChainId: chain.id,
        seconds: signedAfterMs / 1000,
      });
  }
  outcomes?.noteEnded(ended);
  await outcomes?.judge();
  if (foreignSequences.length > 0) {
    log('a chain is halted', {
      chain: chain.slug,
      level: 'error',
      reason: 'a sequence was used by a transaction that is not ours',
      sequences: foreignSequences.map(String),
    });
    const used = foreignSequences.join(', ');
    await haltAll(
      context,
      `All chains stop: on ${chain.slug} somebody else used sequence ${used} of ${account}.`,
    );
  }
}

/** Whether a transaction still waits at the fee that it was kept at. */
function isKept({ rows: [row], outcomes, action }: Planned, bumped: ReadonlySet<string>): boolean {
  const status = outcomes.get(row)?.status ?? 'pending';
  if (action.type === 'bump') return bumped.has(row.txId);
  return action.type !== 'cancel' && (status === 'pending' || status === 'missing');
}

/**
 * Forgets what has a higher fee now, or needs none, and tells how many are left. Between two looks
 * that found news it knows as much as before.
 */
function noteStanding(
  { chain, standing, onStanding }: ChainContext,
  planned: Plan['planned'],
  bumped: readonly SignedTransaction[],
): void {
  const same = new Set(bumped.map(({ txId }) => txId));
  if (planned !== undefined) {
    const kept = planned.filter((each) => isKept(each, same)).map(({ rows: [{ txId }] }) => txId);
    for (const txId of standing ?? []) if (!kept.includes(txId)) standing?.delete(txId);
  }
  onStanding?.(chain.id, standing?.size ?? 0);
}

/**
 * Looks every open transaction of a sender up and acts on what it finds.
 *
 * @param isStart - right after a start: whatever the chain does not know is sent again at once
 * @returns how many transactions are open; 0 also when there can be no news of them yet
 */
export async function watchOutbox(context: ChainContext, isStart: boolean): Promise<number> {
  const underpriced = new Set(context.underpriced);
  context.underpriced?.clear();
  const { since, planned: found } = await plan(context, { isStart, underpriced });
  const planned = found ?? [];
  const ended = planned.flatMap(endsOf);
  const rows = planned.flatMap((each) => each.rows);
  await settle(context, {
    progressAtStart: since,
    ended,
    rows,
    replacedIds: rowsWith(planned, 'replaced').map(([{ txId }]) => txId),
  });
  for (const [{ txId }] of rowsWith(planned, 'trace'))
    await context.settlement.traces.ask({ chainId: context.chain.id, txId });
  const missing = rowsWith(planned, 'resend');
  const passedOver = rowsWith(planned, 'bump');
  const bumped = await replaceTransactions(context, passedOver, 'bump');
  const cancelled = await replaceTransactions(context, rowsWith(planned, 'cancel'), 'cancel');
  const sent = await resend(context, [...missing.map(([first]) => first), ...bumped, ...cancelled]);
  // At the ceiling of the fee the same bytes came back: they are sent again later, as ever.
  for (const { txId } of rows)
    if (bumped.some((one) => one.txId === txId)) context.underpriced?.delete(txId);
  noteStanding(context, found, bumped);
  await recordSent(context, [...missing, ...passedOver].flat(), sent);
  return rows.length - ended.length;
}
