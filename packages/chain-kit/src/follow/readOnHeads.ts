import { ageOf } from '@portage/core/plugin';
import { setTimeout as delay } from 'node:timers/promises';

const everyMsUsual = 200;

/** Heads, pause and lifetime of {@link readOnHeads}. */
export interface ReadOnHeadsOptions {
  readonly heads: { listen(listener: () => void): void };
  /**
   * Milliseconds after a head: the events of a new block are asked for at once, payments wait for
   * them, and this need not compete.
   */
  readonly afterHeadMs: number;
  /**
   * Milliseconds between two readings at least; heads in between are read together at the end.
   * Default 200.
   */
  readonly everyMs?: number | undefined;
  readonly clock: () => number;
  readonly signal: AbortSignal;
  /** Whether nothing is to be read for now, as another process shares its readings. */
  readonly isLeft?: (() => boolean) | undefined;
}

/**
 * Reads once now and then soon after heads, never twice at once, until the signal aborts. A later
 * reading that fails is left at that.
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
  options: ReadOnHeadsOptions,
): Promise<void> {
  const { heads, afterHeadMs, everyMs = everyMsUsual, clock, signal } = options;
  const { isLeft = () => false } = options;
  let isRunning = false;
  let isWanted = false;
  let startedAt = -Infinity;

  async function run(): Promise<void> {
    while (isWanted) {
      const restMs = everyMs - ageOf({ observedAt: startedAt }, clock());
      await delay(Math.max(afterHeadMs, restMs), undefined, { signal });
      isWanted = false;
      if (isLeft()) return;
      startedAt = clock();
      await read().catch(() => undefined);
    }
  }

  heads.listen(() => {
    if (isLeft()) return;
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    void run()
      .catch(() => undefined)
      .finally(() => {
        isRunning = false;
      });
  });
  if (!isLeft()) await read();
}
