import { PortageError } from '@portage/core';
import { createQuota } from '@portage/access';
import type { Limits } from '@portage/access';

/** What to look at. */
export interface ReindexRequest {
  readonly chainId: number;
  readonly depositAddress: string;
  readonly targetChainId?: number | undefined;
  readonly currency?: string | undefined;
}

/** What was found at an address. */
export interface Reindexed {
  readonly triggered: readonly string[];
  readonly checked: number;
  readonly failed: number;
}

/** Looks at a deposit address now, and has swept what is there. */
export type Reindex = (request: ReindexRequest) => Promise<Reindexed>;

/** A {@link Reindex} that strangers may call. */
export type ReindexGate = (caller: string, request: ReindexRequest) => Promise<Reindexed>;

/**
 * Makes the gate: each caller has a quota of looks, and only so many happen at the same time. Where
 * nobody looks, every call is refused.
 *
 * @throws PortageError `RATE_LIMITED`, `SERVICE_UNAVAILABLE`, `UNSUPPORTED_FEATURE`
 */
export function createReindexGate(
  reindex: Reindex | undefined,
  {
    limits,
    now,
  }: {
    readonly limits: Pick<Limits, 'reindexesMax' | 'reindexesPerMinuteMax'>;
    readonly now: () => number;
  },
): ReindexGate {
  const quota = createQuota({ perMinuteMax: limits.reindexesPerMinuteMax, now });
  let running = 0;
  return async (caller, request) => {
    if (reindex === undefined)
      throw new PortageError('UNSUPPORTED_FEATURE', {
        message: 'Deposit addresses are not offered by this service.',
      });
    const waitMs = quota.take(caller);
    if (waitMs > 0)
      throw new PortageError('RATE_LIMITED', {
        message: 'Too many deposit addresses were named.',
        context: { retryAfterSeconds: Math.ceil(waitMs / 1000) },
      });
    if (running >= limits.reindexesMax)
      throw new PortageError('SERVICE_UNAVAILABLE', {
        message: 'Too many deposit addresses are being looked at.',
      });
    running += 1;
    try {
      return await reindex(request);
    } finally {
      running -= 1;
    }
  };
}
