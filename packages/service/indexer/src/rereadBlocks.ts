import { describeError, type Clock } from '@portage/core';
import type { Chain, Cursor } from '@portage/core/chain';
import type { RereadPlace } from '@portage/core/plugin';
import type { Log } from '@portage/database';
import type { Settlement } from '@portage/settlement';

/** Blocks behind the newest written one that are left to the first reading: reorgs end there. */
const behindBlocks = 64;

/** Readings before the newest block that a start goes back. */
const readingsAtStart = 2;

/** Transactions that are looked up after one reading; the others wait for the next ones. */
const tracesMax = 50;

/** Transactions that wait; while there are more, nothing more is read. */
const waitingMax = 1_000;

/** Times that a transaction is looked up which no quorum tells, or of which nothing is kept. */
const triesMax = 5;

/** Everything that reading again works with. */
export interface RereadContext {
  readonly settlement: Pick<Settlement, 'chains'>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Log;
  /** The newest block whose events are written; undefined while another process follows. */
  readonly cursor: () => Cursor | undefined;
  /** Looks a transaction up and has taken in what a quorum tells of it. */
  readonly trace: (txId: string) => Promise<unknown>;
}

/** A transaction that was left out, as far as the second reading tells. */
interface Missing {
  readonly places: readonly RereadPlace[];
  readonly tries: number;
}

/**
 * Reads the blocks of a chain a second time, some way behind the first reading, until the signal
 * aborts. Its work is bounded: one range in each interval, and so many transactions that nobody
 * knew. A range that is refused is asked for again in halves.
 */
export async function rereadBlocks(
  { settlement, clock, log, cursor, trace }: RereadContext,
  { id, slug, observe: { reread } }: Chain,
  signal: AbortSignal,
): Promise<void> {
  if (reread === undefined || reread.everyMs === 0) return;
  const missing = new Map<string, Missing>();
  let next: number | undefined;
  let span = reread.blocksMax;

  async function readRange(written: number, turn: number): Promise<void> {
    if (reread === undefined) return;
    const end = written - behindBlocks;
    next = Math.max(0, Math.min(next ?? end - readingsAtStart * reread.blocksMax, end + 1));
    if (end < next) return;
    const range = { first: next, last: Math.min(end, next + span - 1), turn };
    const found = await reread.read(range, signal);
    for (const txId of await settlement.chains.unknownTransactions(id, found)) {
      const places = found.filter((place) => place.txId === txId);
      missing.set(txId, { places, tries: 0 });
      log('a transaction was left out and is looked up', { chain: slug, txId });
    }
    next = range.last + 1;
    span = Math.min(reread.blocksMax, 2 * span);
  }

  /** What was taken in meanwhile waits no longer. */
  async function forgetKnown(): Promise<void> {
    const places = [...missing.values()].flatMap((one) => one.places);
    const unknown = new Set(await settlement.chains.unknownTransactions(id, places));
    for (const txId of missing.keys()) if (!unknown.has(txId)) missing.delete(txId);
  }

  async function lookUp(): Promise<void> {
    for (const [txId, { places, tries }] of [...missing].slice(0, tracesMax)) {
      // It goes behind the others.
      missing.delete(txId);
      if (tries + 1 < triesMax) missing.set(txId, { places, tries: tries + 1 });
      await trace(txId);
    }
  }

  for (let turn = 0; await clock.sleep(reread.everyMs, signal); turn += 1) {
    const written = cursor()?.height;
    if (written === undefined) continue;
    try {
      await forgetKnown();
      if (missing.size < waitingMax) await readRange(written, turn);
    } catch (error) {
      span = Math.max(1, Math.floor(span / 2));
      note(error);
    }
    await lookUp().catch(note);
  }

  function note(error: unknown): void {
    if (!signal.aborted)
      log('blocks could not be read again', { chain: slug, error: describeError(error) });
  }
}
