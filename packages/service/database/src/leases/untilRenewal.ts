import type { Clock } from '@portage/core';

/**
 * Milliseconds until a lease is to be renewed: at each third of its time, counted from the same
 * moment for all leases of a process, so that they are renewed together.
 *
 * @example
 * ```ts
 * while (await clock.sleep(untilRenewal(clock, 5), signal)) await leases.renew(lease, 5);
 * ```
 */
export function untilRenewal(clock: Pick<Clock, 'elapsed'>, ttlSeconds: number): number {
  const thirdMs = Math.floor((ttlSeconds * 1_000) / 3);
  return thirdMs - (Math.floor(clock.elapsed()) % thirdMs);
}
