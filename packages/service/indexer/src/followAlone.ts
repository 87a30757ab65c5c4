import { describeError } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import { untilRenewal, type Lease } from '@portage/database';
import type { Follower, IndexerOptions } from './context.js';

/** Seconds until another process follows a chain after its follower has died. */
const leaseSeconds = 5;

/** Beginning of the names of leases of those who follow a chain. */
export const followPrefix = 'follow:';

/**
 * Name of the lease of whoever follows a chain.
 *
 * @example
 * ```ts
 * followLease(8453); // "follow:8453"
 * ```
 */
export const followLease = (chainId: number): string => followPrefix + String(chainId);

/** Interval at which a process that stands by asks whether it may follow. */
const standbyMs = 1_000;

/**
 * Runs `follow` while this process has the lease of the chain, until the signal aborts. Of several
 * processes one follows; the others stand by and write nothing. A follower that loses its lease
 * stops; what it writes at the same moment is refused, as it starts from a cursor that has moved.
 */
export async function followAlone(
  { follower, clock, log }: IndexerOptions,
  chain: Chain,
  signal: AbortSignal,
  follow: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  if (follower === undefined) return follow(signal);
  const { leases, name } = follower;
  while (!signal.aborted) {
    const lease = await leases
      .acquire(followLease(chain.id), name, leaseSeconds)
      .catch((error: unknown) => {
        log('no lease could be asked for', { chain: chain.slug, error: describeError(error) });
        return undefined;
      });
    if (lease === undefined) {
      await clock.sleep(standbyMs, signal);
      continue;
    }
    const stop = new AbortController();
    const inner = AbortSignal.any([signal, stop.signal]);
    const renewing = keepLease({ follower, clock }, lease, inner).then(() => {
      stop.abort();
    });
    try {
      await follow(inner);
    } finally {
      stop.abort();
      await renewing;
      await leases.release(lease).catch(() => undefined);
    }
  }
}

/** Extends a lease until it is lost or the signal aborts. */
async function keepLease(
  { follower, clock }: Pick<IndexerOptions, 'clock'> & { readonly follower: Follower },
  start: Lease,
  signal: AbortSignal,
): Promise<void> {
  let lease: Lease | undefined = start;
  while (lease !== undefined && (await clock.sleep(untilRenewal(clock, leaseSeconds), signal))) {
    const held: Lease = lease;
    // A renewal that fails for a moment is tried again: the cursor guards what is written.
    lease = await follower.leases.renew(held, leaseSeconds).catch(() => held);
  }
}
