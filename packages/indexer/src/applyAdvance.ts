import { isFinalAt, valueAtRisk, type Chain, type ChainAdvance, type ChainProgress, type DepositEvent, type FillEvent, type ReleaseEvent } from '@portage/core';
import { changeRequests, readOpenDeposits, readOrders, readRefundTransactions, writeAdvance, type RefundTransaction } from '@portage/store';
import { bookDeposits } from './bookDeposits.js';
import type { IndexerOptions, Position } from './context.js';
import { fillChanges, judgeDeposits, judgeFills, releaseChanges, type JudgedDeposit, type JudgedFill } from './judgeEvents.js';

/** Deposits that one step looks at again; the rest waits for the next. */
const openDepositsMax = 5_000;

interface Sorted {
  readonly deposits: readonly DepositEvent[];
  readonly fills: readonly FillEvent[];
  readonly releases: readonly ReleaseEvent[];
}

/** Events by type, each once: the same event may be told twice in one step. */
function sortEvents(events: ChainAdvance['events'], open: readonly DepositEvent[]): Sorted {
  const deposits = new Map(open.map((event) => [`${event.txId}:${String(event.ordinal)}`, event]));
  const fills = new Map<string, FillEvent>();
  const releases = new Map<string, ReleaseEvent>();
  for (const event of events) {
    const key = `${event.txId}:${String(event.ordinal)}`;
    if (event.type === 'deposit') deposits.set(key, event);
    if (event.type === 'fill') fills.set(key, event);
    if (event.type === 'release') releases.set(key, event);
  }
  return { deposits: [...deposits.values()], fills: [...fills.values()], releases: [...releases.values()] };
}

function logFaults(options: IndexerOptions, chain: Chain, fills: readonly JudgedFill[]): void {
  for (const { event, fault } of fills) {
    if (fault !== undefined) options.log('a payment does not match its order', { chain: chain.slug, txId: event.txId, orderId: event.orderId, fault });
  }
}

interface Step {
  readonly judged: readonly JudgedDeposit[];
  readonly fills: readonly JudgedFill[];
  readonly releases: readonly ReleaseEvent[];
  readonly refunds: readonly RefundTransaction[];
  readonly next: Position;
}

/** Everything that can be decided before the transaction: nobody else writes deposits of this chain. */
async function prepare(options: IndexerOptions, chain: Chain, position: Position, advance: ChainAdvance): Promise<Step> {
  const { store, chains } = options;
  const progress: ChainProgress = { height: advance.cursor.height, finalizedHeight: Math.max(position.finalizedHeight, advance.finalizedHeight) };
  const now = options.now();
  const isFinal = (event: DepositEvent): boolean => isFinalAt(chain, event.height, valueAtRisk(chain, event, options.prices, now), progress);
  const open = position.openDeposits > 0 ? await readOpenDeposits(store, chain.id, openDepositsMax) : [];
  const due = open.filter(isFinal);
  const { deposits, fills, releases } = sortEvents(advance.events, due);
  const ids = new Set([...deposits.map(({ orderId }) => orderId), ...fills.map(({ orderId }) => orderId)]);
  const facts = await readOrders(store, [...ids]);
  const refunds = await readRefundTransactions(store, chain.id, releases.map(({ txId }) => txId));
  const input = { chain, chains, cursor: advance.cursor, facts };
  const judged = judgeDeposits(input, deposits.map((event) => ({ event, isFinal: isFinal(event) })));
  // Counted rather than read again; an event that is told twice makes it larger than it is, which costs one query.
  const openDeposits = open.length - due.length + judged.filter(({ verdict }) => verdict === undefined).length;
  const next: Position = { from: advance.cursor.hash, finalizedHeight: progress.finalizedHeight, openDeposits };
  return { judged, fills: judgeFills(input, fills), releases, refunds, next };
}

/**
 * Applies one step of a chain in one transaction: events, cursor and blocks, the judgement of deposits that have become
 * final, their bookings, the requests, and the jobs that pay.
 */
export async function applyAdvance(options: IndexerOptions, chain: Chain, position: Position, advance: ChainAdvance): Promise<Position> {
  const { store, chains } = options;
  const step = await prepare(options, chain, position, advance);
  await store.transaction(async (tx) => {
    const written = await writeAdvance(tx, {
      chainId: chain.id,
      from: position.from,
      cursor: advance.cursor,
      blocks: advance.blocks,
      finalizedHeight: step.next.finalizedHeight,
      deposits: step.judged.map(({ event, verdict }) => ({ event, verdict })),
      fills: step.fills.map(({ event, fault }) => ({ event, matched: fault === undefined })),
      releases: step.releases,
    });
    const { entries, jobs, changes } = bookDeposits(step.judged, written, chain.id, chains);
    await changeRequests(tx, store.hub, [...changes, ...fillChanges(step.fills), ...releaseChanges(step.releases, step.refunds)]);
    await store.ledger.book(tx, entries);
    await store.jobs.add(tx, jobs);
  });
  logFaults(options, chain, step.fills);
  if (step.judged.length > 0) options.failpoint?.('deposit-seen');
  return step.next;
}
