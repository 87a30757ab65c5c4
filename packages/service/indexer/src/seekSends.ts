import { describeError, type Clock } from '@portage/core';
import type { Chain, Cursor } from '@portage/core/chain';
import type { Log } from '@portage/database';
import type { Settlement } from '@portage/settlement';

/** Milliseconds between two looks. */
const everyMs = 1_000;

/** Milliseconds after its quote for which a transfer is looked for; it may be made late. */
const soughtMs = 900_000;

/** Blocks before the newest written one that are looked through first, after a start. */
const blocksAtStart = 64;

/** Everything that looking for plain transfers works with. */
export interface SeekContext {
  readonly settlement: {
    readonly requests: Pick<Settlement['requests'], 'openSenders'>;
    readonly chains: Pick<Settlement['chains'], 'openWork'>;
  };
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly log: Log;
  /** The newest block whose events are written; undefined while another process follows. */
  readonly cursor: () => Cursor | undefined;
  /** Looks a transaction up until it is taken in; undefined where too many are looked for. */
  readonly watch: (txId: string) => Promise<void> | undefined;
}

/**
 * Looks for the plain transfers that were quoted on a chain in blocks that are written, until the
 * signal aborts: their payers' clients may never name them. Nothing is read of the chain while no
 * such quote is open.
 */
export async function seekSends(
  { settlement: { requests, chains }, clock, log, cursor, watch }: SeekContext,
  { id, slug, observe: { sends } }: Chain,
  signal: AbortSignal,
): Promise<void> {
  if (sends === undefined) return;
  /** The first block that is still to be looked through. */
  let next: number | undefined;
  /** The newest written block at the look before. */
  let seen: number | undefined;

  /** @throws PortageError where the chain or the database does not answer */
  async function look(written: number): Promise<void> {
    // What is known of open work may be older than this look, but not than the one before.
    const [before, { has }] = [seen ?? written - blocksAtStart, await chains.openWork()];
    seen = written;
    if (!has(id, 'quotes')) {
      next = Math.max(0, Math.min(before, written)) + 1;
      return;
    }
    const payers = await requests.openSenders({
      chainId: id,
      since: clock.now() - soughtMs,
      withSwaps: sends?.findsSwaps === true,
    });
    // A transfer follows its quote, so it is in no block that was written when there was none.
    next = Math.min(next ?? Math.max(0, written - blocksAtStart), written + 1);
    if (payers.length === 0) next = written + 1;
    while (next <= written && !signal.aborted) {
      const last: number = Math.min(written, next + (sends?.blocksMax ?? 1) - 1);
      const found = (await sends?.find({ payers, first: next, last }, signal)) ?? [];
      for (const txId of found) if (watch(txId) === undefined) return;
      next = last + 1;
    }
  }

  while (await clock.sleep(everyMs, signal)) {
    const height = cursor()?.height;
    if (height === undefined) continue;
    try {
      await look(height);
    } catch (error) {
      if (!signal.aborted)
        log('plain transfers could not be looked for', {
          chain: slug,
          error: describeError(error),
        });
    }
  }
}
