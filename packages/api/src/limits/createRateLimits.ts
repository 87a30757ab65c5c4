import { PortageError } from '@portage/core';
import type { Store } from '@portage/store';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';

/** Calls that are counted together. */
export type RateLimitKind = 'quote' | 'other';

/** How many calls a minute one caller has: an address without a key, and a key. */
export interface RatePerMinute {
  readonly address: number;
  readonly key: number;
}

/** How often callers may call, and where that is counted. */
export interface RateLimitOptions {
  /** Quotes, and all other endpoints together. */
  readonly perMinute: Readonly<Record<RateLimitKind, RatePerMinute>>;
  /** Counts in the database, for several processes that serve the same callers; in memory when left out. */
  readonly pool?: Store['pool'] | undefined;
}

/**
 * The rates of a service that nobody tuned.
 *
 * @see FACTS section 7
 */
export const defaultRates: RateLimitOptions['perMinute'] = { quote: { address: 50, key: 600 }, other: { address: 200, key: 600 } };

/** Who is counted. */
export interface CountedCaller {
  readonly by: keyof RatePerMinute;
  /** Public id of the key, or the network of the address. */
  readonly name: string;
}

/** What a caller has left. */
export interface RateLimitState {
  readonly isExceeded: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Until the caller has all of its calls again. */
  readonly resetSeconds: number;
}

/** Counts calls. */
export interface RateLimits {
  /** Takes one call of a caller. @throws PortageError `SERVICE_UNAVAILABLE` when the database that counts is away */
  take(kind: RateLimitKind, caller: CountedCaller): Promise<RateLimitState>;
}

/** The time that limits are told for. */
export const windowSeconds = 60;

/** Makes the limits of a server: windows of a minute that start with a caller's first call. */
export function createRateLimits({ perMinute, pool }: RateLimitOptions): RateLimits {
  const make = (kind: RateLimitKind, by: keyof RatePerMinute): RateLimiterAbstract => {
    const points = perMinute[kind][by];
    const shared = { keyPrefix: `${kind}:${by}`, points, duration: windowSeconds };
    if (pool === undefined) return new RateLimiterMemory(shared);
    // Who is over the limit is turned away from memory: the database does not feel a flood.
    return new RateLimiterPostgres({ ...shared, storeClient: pool, storeType: 'pool', tableName: 'rate_limits', tableCreated: true, inMemoryBlockOnConsumed: points + 1 });
  };
  const limiters = {
    quote: { address: make('quote', 'address'), key: make('quote', 'key') },
    other: { address: make('other', 'address'), key: make('other', 'key') },
  };
  return {
    take: async (kind, { by, name }) => {
      const limit = perMinute[kind][by];
      try {
        return toState(await limiters[kind][by].consume(name), limit, false);
      } catch (error) {
        if (error instanceof RateLimiterRes) return toState(error, limit, true);
        throw new PortageError('SERVICE_UNAVAILABLE', { message: 'Calls cannot be counted for now.', cause: error });
      }
    },
  };
}

function toState({ remainingPoints, msBeforeNext }: RateLimiterRes, limit: number, isExceeded: boolean): RateLimitState {
  return { isExceeded, limit, remaining: isExceeded ? 0 : remainingPoints, resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
}
