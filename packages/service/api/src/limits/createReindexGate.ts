import { PortageError } from '@portage/core';
import { createQuota } from '@portage/access';
import type { Limits } from '@portage/access';
import { createPlaces } from './createPlaces.js';

/** Deposit address to look at. */
export interface ReindexRequest {
  readonly chainId: number;
  readonly depositAddress: string;
  readonly targetChainId?: number | undefined;
  readonly currency?: string | undefined;
}

/** Result of a look at an address. */
export interface Reindexed {
  readonly triggered: readonly string[];
  readonly checked: number;
  readonly failed: number;
}

/** Looks at a deposit address now and has its money swept. */
export type Reindex = (request: ReindexRequest) => Promise<Reindexed>;

/** {@link Reindex} with limits, for any caller. */
export type ReindexGate = (caller: string, request: ReindexRequest) => Promise<Reindexed>;

/** Limits and clock of the gate. */
export interface ReindexGateContext {
  readonly limits: Pick<Limits, 'reindexesMax' | 'reindexesPerMinuteMax'>;
  readonly now: () => number;
}

/**
 * Creates the gate: a quota of looks for each caller and a limit of looks at the same time. Without
 * a reindexer it rejects every call.
 *
 * @throws PortageError `RATE_LIMITED`, `SERVICE_UNAVAILABLE`, `UNSUPPORTED_FEATURE`
 */
export function createReindexGate(
  reindex: Reindex | undefined,
  { limits, now }: ReindexGateContext,
): ReindexGate {
  const quota = createQuota({ perMinuteMax: limits.reindexesPerMinuteMax, now });
  const running = createPlaces({
    perCallerMax: Math.ceil(limits.reindexesMax / 4),
    max: limits.reindexesMax,
    refusal: {
      message: 'Too many deposit addresses are being looked at for you.',
      hint: 'Wait for the answers before you name more.',
    },
  });
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
    if (running.taken() >= limits.reindexesMax)
      throw new PortageError('SERVICE_UNAVAILABLE', {
        message: 'Too many deposit addresses are being looked at.',
      });
    const leave = running.take(caller);
    try {
      return await reindex(request);
    } finally {
      leave();
    }
  };
}
