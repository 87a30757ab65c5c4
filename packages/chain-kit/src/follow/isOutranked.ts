import { ageOf } from '@portage/core/plugin';
import type { Heads } from './createHeadFeed.js';
import type { BlockPlace } from './createTips.js';

/** Milliseconds after which a head no longer outranks a lower one. */
const staleMs = 30_000;

/**
 * Whether a higher head is known that is young: endpoints, and processes that share, may be a block
 * behind the one that told before.
 *
 * @example
 * ```ts
 * import { createHeadFeed, isOutranked } from '@portage/chain-kit';
 *
 * const feed = createHeadFeed<{ height: number; hash: string }>(Date.now);
 * feed.publish({ height: 8, hash: '0x…' });
 * isOutranked(feed, 7, Date.now); // true
 * ```
 */
export function isOutranked(
  heads: Pick<Heads<BlockPlace>, 'latest'>,
  height: number,
  clock: () => number,
): boolean {
  const known = heads.latest();
  return known !== undefined && height < known.value.height && ageOf(known, clock()) <= staleMs;
}
