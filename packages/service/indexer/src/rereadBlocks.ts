import { describeError, type Clock } from '@portage/core';
import type { Chain, Cursor } from '@portage/core/chain';
import type { Log } from '@portage/database';
import type { Settlement } from '@portage/settlement';
import { createMissing } from './createMissing.js';

/** Blocks behind the newest written one that are left to the first reading: reorgs end there. */
const behindBlocks = 64;

/** Readings before the newest block that the first one of a chain goes back. */
const readingsAtStart = 2;

/** Milliseconds between two looks whether the chain is followed yet. */
const startMs = 500;

/** Transactions that wait; while there are more, nothing more is read. */
const waitingMax = 1_000;

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

/**
 * Reads the blocks of a chain a second time, some way behind the first reading, until the signal
 * aborts. The next start goes on where this one ends. Its work is bounded: one range in each
 * interval, and so many transactions that were unknown. A range that is refused is asked for again
 * in halves.
 */
export async function rereadBlocks(
  { settlement: { chains }, clock, log, cursor, trace }: RereadContext,
  { id, slug, observe: { reread } }: Chain,
  signal: AbortSignal,
): Promise<void> {
  if (reread === undefined || reread.everyMs === 0) return;
  const { everyMs, blocksMax } = reread;
  const tell = (message: string, txId: string): void => log(message, { chain: slug, txId });
  const missing = createMissing({
    trace,
    signal,
    unknown: (places) => chains.unknownTransactions(id, places),
    onGivenUp: (txId) => tell('a transaction that was left out is looked up no more', txId),
  });
  let next: number | undefined;
  let saved: number | undefined;
  let span = blocksMax;

  /** The next start begins with the first block of which something is still looked up. */
  async function save(following: number): Promise<void> {
    const height = Math.min(following, missing.since() ?? following);
    if (height === saved) return;
    await chains.setRereadHeight(id, height);
    saved = height;
  }

  /** The block to begin with; a chain that is new has it written at once. */
  async function begin(written: number): Promise<void> {
    saved = await chains.rereadHeight(id);
    const first = saved ?? Math.max(0, written - behindBlocks - readingsAtStart * blocksMax);
    await save(first);
    next = first;
  }

  async function readRange(from: number, end: number, turn: number): Promise<void> {
    const first = Math.min(from, end + 1);
    if (reread === undefined || end < first) return;
    const range = { first, last: Math.min(end, first + span - 1), turn };
    for (const txId of await missing.add(await reread.read(range, signal), first))
      tell('a transaction was left out and is looked up', txId);
    next = range.last + 1;
    span = Math.min(blocksMax, 2 * span);
  }

  async function readOn(from: number, written: number, turn: number): Promise<void> {
    await missing.forgetKnown();
    if (missing.count() < waitingMax) await readRange(from, written - behindBlocks, turn);
    await save(next ?? from);
  }

  function note(error: unknown): void {
    if (!signal.aborted)
      log('blocks could not be read again', { chain: slug, error: describeError(error) });
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
    await missing.lookUp().catch(note);
  }
}
