import type { Clock } from '@portage/core';
import type { ChainAdvance, ChainEvent, ChainRollback, Cursor } from '@portage/core/chain';
import type { ChainPosition } from '@portage/settlement';
import type { LateEvents } from './createLateEvents.js';
import type { UpdateQueue } from './createQueue.js';

/** Milliseconds until endpoints are asked again about what no quorum has told. */
const askAgainMs = 1_000;

/**
 * Updates of a chain, and between them empty ones where something waits for a quorum, and those
 * that bring events which were left out before.
 */
export interface UpdateSource {
  /**
   * The next update; undefined at the end. Where events wait for a quorum and no update comes, it
   * is the newest block once more, without events: the step that judges it asks again.
   */
  take(position: ChainPosition): Promise<ChainAdvance | ChainRollback | undefined>;
}

/** Makes the source of the updates that are applied. */
export function createUpdateSource(
  queue: Pick<UpdateQueue, 'take'>,
  clock: Pick<Clock, 'sleep'>,
  late: Pick<LateEvents, 'take'> | undefined,
): UpdateSource {
  let taking: ReturnType<UpdateQueue['take']> | undefined;
  let newest: Cursor | undefined;

  async function takeNow(): Promise<ChainAdvance | ChainRollback | undefined> {
    taking ??= queue.take();
    const update = await taking;
    taking = undefined;
    newest = update?.type === 'advance' ? update.cursor : update?.to;
    return update;
  }

  return {
    take: async (position) => {
      const { unconfirmedEvents, unconfirmedDeposits, finalizedHeight } = position;
      const cursor = newest;
      const again = (cursorNow: Cursor, events: readonly ChainEvent[]): ChainAdvance => ({
        type: 'advance',
        cursor: cursorNow,
        blocks: [cursorNow],
        events,
        finalizedHeight,
      });
      const missed = cursor === undefined ? [] : (late?.take() ?? []);
      if (cursor !== undefined && missed.length > 0) return again(cursor, missed);
      if (unconfirmedEvents + unconfirmedDeposits === 0 || cursor === undefined) return takeNow();
      taking ??= queue.take();
      // The next `take` throws the failure; without one, the failure must not end the process.
      taking.catch(() => undefined);
      const stop = new AbortController();
      const isLate = await Promise.race([
        taking.then(
          () => false,
          () => false,
        ),
        clock.sleep(askAgainMs, stop.signal).then(() => true),
      ]);
      stop.abort();
      if (!isLate) return takeNow();
      return again(cursor, []);
    },
  };
}
