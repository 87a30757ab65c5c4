import type { Clock } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import type { Leases } from '@portage/database';
import { followLease, followPrefix } from '@portage/indexer';
import { keepFresh, type FreshOptions } from './keepFresh.js';

/** Milliseconds without a worker from which on a chain is closed: more than a restart takes. */
const unfollowedMsMax = 60_000;

const unfollowedReason = 'No worker follows the chain.';

/** Leases, clock and lifetime of {@link watchUnfollowedChains}. */
export interface UnfollowedChainsOptions extends FreshOptions {
  readonly leases: Pick<Leases, 'timesLeft'>;
  readonly clock: Pick<Clock, 'every' | 'elapsed'>;
}

/**
 * Keeps in memory which chains no worker has followed for a minute, whatever a node says of them:
 * deposits there are not seen, and orders that end there are not filled. A chain that was never
 * followed is closed a minute after the start of this process.
 *
 * @returns sentence for everybody on why a chain is closed; undefined while it is followed
 */
export async function watchUnfollowedChains(
  options: UnfollowedChainsOptions,
): Promise<(chain: Pick<Chain, 'id'>) => string | undefined> {
  const { leases, clock } = options;
  const startedAt = clock.elapsed();
  const left = await keepFresh(
    'workers that follow chains',
    async () => new Map((await leases.timesLeft(followPrefix)).map((it) => [it.name, it.leftMs])),
    options,
  );
  return ({ id }) => {
    const endedMs = -(left().get(followLease(id)) ?? -Infinity);
    const isUnfollowed = Math.min(endedMs, clock.elapsed() - startedAt) > unfollowedMsMax;
    return isUnfollowed ? unfollowedReason : undefined;
  };
}
