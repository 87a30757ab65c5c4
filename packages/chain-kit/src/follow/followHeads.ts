import { isPortageError } from '@portage/core';
import { setTimeout as delay } from 'node:timers/promises';
import type { Heads } from './createHeadFeed.js';

const retryMs = 50;
const retryMsMax = 2_000;

/**
 * Goes from head to head until the signal aborts. Reading up to a head that fails is tried again
 * with growing pauses, up to the newest head by then; a chain that is halted, and everything that
 * is not an error of ours, ends it.
 *
 * @throws PortageError `CHAIN_HALTED`
 * @example
 * ```ts
 * for await (const update of followHeads(heads, (head) => readUpTo(head), signal)) render(update);
 * ```
 */
export async function* followHeads<Head, Update>(
  heads: Heads<Head>,
  follow: (head: Head, seen: Head | undefined) => AsyncIterable<Update>,
  signal: AbortSignal,
): AsyncGenerator<Update> {
  let seen: Head | undefined;
  let pause = retryMs;
  for (;;) {
    const head = await heads.next(seen, signal);
    if (head === undefined) return;
    try {
      yield* follow(head, seen);
      seen = head;
      pause = retryMs;
    } catch (error) {
      if (signal.aborted) return;
      if (!isPortageError(error) || error.code === 'CHAIN_HALTED') throw error;
      await delay(pause, undefined, { signal }).catch(() => undefined);
      pause = Math.min(pause * 2, retryMsMax);
    }
  }
}
