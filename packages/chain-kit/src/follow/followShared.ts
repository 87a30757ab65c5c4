import type { SharedReading, SharedReadings } from '@portage/core/plugin';
import { parseMemory, type FollowedMemory } from './followedMemory.js';

/** Milliseconds after which shared readings no longer stand in for one's own. */
const sharedMsMax = 5_000;

/** Options of {@link followShared}. */
export interface FollowSharedOptions<Head, Market> {
  readonly shape: string;
  /** Undefined in a process that reads for itself. */
  readonly shared: SharedReadings | undefined;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly take: (memory: FollowedMemory<Head, Market>) => void;
}

/**
 * Takes what another process shares, at once and on each news. Where nothing has been shared for
 * five seconds, this process asks the chain itself.
 *
 * @returns whether the chain's endpoints are left to another process now
 * @example
 * ```ts
 * import { createHeadFeed, followShared } from '@portage/chain-kit';
 *
 * const feed = createHeadFeed<{ hash: string }>(Date.now);
 * const isLeft = followShared<{ hash: string }, undefined>({
 *   shape: 'mychain-1', shared: undefined, clock: Date.now,
 *   take: ({ head }) => feed.publish(head.value, head.observedAt),
 * });
 * isLeft(); // false: this process reads for itself
 * ```
 */
export function followShared<Head, Market>({
  shape,
  shared,
  clock,
  take,
}: FollowSharedOptions<Head, Market>): () => boolean {
  if (shared === undefined) return () => false;
  let takenAt = -Infinity;
  const onReading = (reading: SharedReading): void => {
    if (clock() - reading.sharedAt > sharedMsMax) return;
    const memory = parseMemory<Head, Market>(shape, reading);
    if (memory === undefined) return;
    takenAt = reading.sharedAt;
    take(memory);
  };
  const first = shared.latest();
  if (first !== undefined) onReading(first);
  shared.listen(onReading);
  return () => clock() - takenAt <= sharedMsMax;
}
