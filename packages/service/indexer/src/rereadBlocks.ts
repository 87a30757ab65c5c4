import { describeError, type Clock } from '@portage/core';
import type { Chain, Cursor } from '@portage/core/chain';
import type { RereadPlace } from '@portage/core/plugin';
import type { Log } from '@portage/database';
import type { Settlement } from '@portage/settlement';

/** Blocks behind the newest written one that are left to the first reading: reorgs end there. */
const behindBlocks = 64;

/** Readings before the newest block that the first one of a chain goes back. */
const readingsAtStart = 2;

/** Milliseconds between two looks whether the chain is followed yet. */
const startMs = 500;

/** Transactions that are looked up after one reading; the others wait for the next ones. */
const tracesMax = 50;

/** Transactions that wait; while there are more, nothing more is read. */
const waitingMax = 1_000;

/** Times that a transaction is looked up of which a quorum tells nothing that is kept. */
const triesMax = 5;

/**
 * Times that looking a transaction up may fail: endpoints that are down for an hour lose none, and
 * an id that none of them can answer for does not stay.
 */
const failuresMax = 60;

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
  /** First block of the range in which it was told. */
  readonly since: number;
  readonly tries: number;
  readonly failures: number;
}

/**
 * Reads the blocks of a chain a second time, some way behind the first reading, until the signal
 * aborts. The next start goes on where this one ends. Its work is bounded: one range in each
 * interval, and so many transactions that nobody knew. A range that is refused is asked for again
 * in halves.
 */
export async function rereadBlocks(
  { settlement, clock, log, cursor, trace }: RereadContext,
  { id, slug, observe: { reread } }: Chain,
  signal: AbortSignal,
): Promise<void> {
  if (reread === undefined || reread.everyMs === 0) return;
  const { everyMs, blocksMax } = reread;
  const missing = new Map<string, Missing>();
  let next: number | undefined;
  let saved: number | undefined;
  let span = blocksMax;

  /** The block to begin with; a chain that is new has it written at once. */
  async function begin(written: number): Promise<void> {
    saved = await settlement.chains.rereadHeight(id);
    const first = saved ?? Math.max(0, written - behindBlocks - readingsAtStart * blocksMax);
    await save(first);
    next = first;
  }

  /** The next start begins with the first block of which something is still looked up. */
  async function save(following: number): Promise<void> {
    const height = [...missing.values()].reduce(
      (least, { since }) => Math.min(least, since),
      following,
    );
    if (height === saved) return;
    await settlement.chains.setRereadHeight(id, height);
    saved = height;
  }

  async function readRange(from: number, end: number, turn: number): Promise<void> {
    const first = Math.min(from, end + 1);
    if (reread === undefined || end < first) return;
    const range = { first, last: Math.min(end, first + span - 1), turn };
    const found = await reread.read(range, signal);
    for (const txId of await settlement.chains.unknownTransactions(id, found)) {
      const places = found.filter((place) => place.txId === txId);
      missing.set(txId, { places, since: first, tries: 0, failures: 0 });
      log('a transaction was left out and is looked up', { chain: slug, txId });
    }
    next = range.last + 1;
    span = Math.min(blocksMax, 2 * span);
  }

  /** What was taken in meanwhile waits no longer. */
  async function forgetKnown(): Promise<void> {
    const places = [...missing.values()].flatMap((one) => one.places);
    const unknown = new Set(await settlement.chains.unknownTransactions(id, places));
    for (const txId of missing.keys()) if (!unknown.has(txId)) missing.delete(txId);
  }

  /** It goes behind the others, unless it was looked up often enough. */
  function keepMissing(txId: string, one: Missing): void {
    missing.delete(txId);
    if (one.tries < triesMax && one.failures < failuresMax) missing.set(txId, one);
    else log('a transaction that was told is looked up no more', { chain: slug, txId });
  }

  async function lookUp(): Promise<void> {
    for (const [txId, one] of [...missing].slice(0, tracesMax)) {
      try {
        await trace(txId);
        keepMissing(txId, { ...one, tries: one.tries + 1 });
      } catch (error) {
        if (!signal.aborted) keepMissing(txId, { ...one, failures: one.failures + 1 });
        throw error;
      }
    }
  }

  async function readOn(from: number, written: number, turn: number): Promise<void> {
    await forgetKnown();
    if (missing.size < waitingMax) await readRange(from, written - behindBlocks, turn);
    await save(next ?? from);
  }

  const startsMs = Math.min(startMs, everyMs);
  for (let turn = 0; await clock.sleep(next === undefined ? startsMs : everyMs, signal);) {
    const written = cursor()?.height;
    if (written === undefined) continue;
    try {
      if (next === undefined) await begin(written);
      else await readOn(next, written, (turn += 1));
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
