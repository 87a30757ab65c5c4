import { ageOf } from '@portage/core/plugin';
import { setTimeout as delay } from 'node:timers/promises';

const refreshMsMin = 200;

/** Heads, pause and lifetime of {@link readOnHeads}. */
export interface ReadOnHeadsOptions {
  readonly heads: { listen(listener: () => void): void };
  /**
   * Milliseconds after a head: the events of a new block are asked for at once, payments wait for
   * them, and this need not compete.
   */
  readonly afterHeadMs: number;
  readonly clock: () => number;
  readonly signal: AbortSignal;
  /** Whether nothing is to be read for now, as another process shares its readings. */
  readonly isLeft?: (() => boolean) | undefined;
}

/**
 * Reads once now and then soon after every head, never twice at once, until the signal aborts. A
 * later reading that fails is left at that.
 *
 * @throws whatever the first reading throws
 * @example
 * ```ts
 * import { readOnHeads, type ReadOnHeadsOptions } from '@portage/chain-kit';
 *
 * const follow = (options: ReadOnHeadsOptions) =>
 *   readOnHeads(() => Promise.resolve(console.log('a new block')), options);
 * ```
 */
export async function readOnHeads(
  read: () => Promise<void>,
  { heads, afterHeadMs, clock, signal, isLeft = () => false }: ReadOnHeadsOptions,
): Promise<void> {
  let isRunning = false;
  let startedAt = -Infinity;
  heads.listen(() => {
    if (isLeft() || isRunning || ageOf({ observedAt: startedAt }, clock()) < refreshMsMin) return;
    isRunning = true;
    startedAt = clock();
    void delay(afterHeadMs, undefined, { signal })
      .then(read)
      .catch(() => undefined)
      .finally(() => {
        isRunning = false;
      });
  });
  if (!isLeft()) await read();
}
