import { describeError } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import type { IndexerOptions } from './context.js';

/** Interval between two looks. */
const everyMs = 2_000;

/** Time that a chain has to tell. */
const readMsMax = 5_000;

/** Looks in a row without a deposit after which it is gone: one that is mined is not told of. */
const missedMax = 3;

/** Everything that watching works with. */
export type UnconfirmedOptions = Pick<IndexerOptions, 'clock' | 'log'> & {
  readonly settlement: Pick<IndexerOptions['settlement'], 'unconfirmed'>;
};

/**
 * Shows requests whose deposits wait to be in a block as such, until the signal aborts, and takes
 * that back when the deposit is gone. Nothing is paid by it. What is shown is in the database
 * alone, so that another process goes on where this one ends.
 */
export async function watchUnconfirmed(
  { settlement, clock, log }: UnconfirmedOptions,
  { id, slug, observe }: Chain,
  signal: AbortSignal,
): Promise<void> {
  if (observe.unconfirmed === undefined) return;
  let missed: ReadonlyMap<string, number> = new Map();
  while (await clock.sleep(everyMs, signal)) {
    try {
      const stop = AbortSignal.any([signal, clock.timeout(readMsMax)]);
      const waiting = new Set((await observe.unconfirmed(stop)).map(({ orderId }) => orderId));
      const shown = await settlement.unconfirmed.shown(id);
      missed = new Map(
        shown
          .filter((orderId) => !waiting.has(orderId))
          .map((orderId) => [orderId, (missed.get(orderId) ?? 0) + 1]),
      );
      const known = new Set(shown);
      await settlement.unconfirmed.note(id, {
        sent: [...waiting].filter((orderId) => !known.has(orderId)),
        gone: [...missed].flatMap(([orderId, times]) => (times < missedMax ? [] : [orderId])),
      });
    } catch (error) {
      if (!signal.aborted)
        log('deposits that wait for a block could not be read', {
          chain: slug,
          error: describeError(error),
        });
    }
  }
}
