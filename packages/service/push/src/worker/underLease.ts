import type { Clock } from '@portage/core';
import type { Lease, Leases } from '@portage/database';

/** Parts of a work that one process does at a time. */
export interface LeaseOptions {
  readonly leases: Pick<Leases, 'acquire' | 'renew' | 'release'>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly name: string;
  readonly holder: string;
  readonly seconds: number;
}

/**
 * Does `work` while this process holds a lease; its signal ends it as soon as the lease is lost.
 *
 * @returns false where another process holds the lease
 */
export async function underLease(
  { leases, clock, name, holder, seconds }: LeaseOptions,
  work: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<boolean> {
  const lease = await leases.acquire(name, holder, seconds);
  if (lease === undefined) return false;
  const stop = new AbortController();
  const inner = AbortSignal.any([signal, stop.signal]);
  const renew = async (): Promise<void> => {
    let held: Lease = lease;
    while (await clock.sleep((seconds * 1000) / 3, inner)) {
      // One that fails for a moment is tried again, while the lease lasts.
      const renewed = await leases.renew(held, seconds).catch(() => held);
      if (renewed === undefined) {
        stop.abort();
        return;
      }
      held = renewed;
    }
  };
  const renewing = renew();
  try {
    await work(inner);
  } finally {
    stop.abort();
    await renewing;
    await leases.release(lease).catch(() => undefined);
  }
  return true;
}
