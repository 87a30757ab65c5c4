import { PortageError } from '@portage/core';
import type { Database } from '@portage/database';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { createWindows } from './createWindows.js';

/** Kind of calls that are counted together. */
export type RateLimitKind = 'quote' | 'other';

/** Calls a minute of one caller: of an address without a key, and of a key. */
export interface RatePerMinute {
  readonly address: number;
  readonly key: number;
}

/** Rate limits and the place where calls are counted. */
export interface RateLimitOptions {
  /** Rates of quotes, and of all other endpoints together. */
  readonly perMinute: Readonly<Record<RateLimitKind, RatePerMinute>>;
  /**
   * Pool for counting in the database, for several processes that serve the same callers; by
   * default calls are counted in memory.
   */
  readonly pool?: Database['pool'] | undefined;
}

/** Rates of a service by default. */
export const defaultRates: RateLimitOptions['perMinute'] = {
  quote: { address: 50, key: 600 },
  other: { address: 200, key: 600 },
};

/** Caller that is counted. */
export interface CountedCaller {
  readonly by: keyof RatePerMinute;
  /** Public id of the key, or the network of the address. */
  readonly name: string;
}

/** Calls that a caller has left. */
export interface RateLimitState {
  readonly isExceeded: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the caller has all of its calls again. */
  readonly resetSeconds: number;
}

/** Counter of calls. */
export interface RateLimits {
  /**
   * Takes one call of a caller; synchronous in memory.
   *
   * @throws PortageError `SERVICE_UNAVAILABLE` when the counting database is unreachable
   */
  take(kind: RateLimitKind, caller: CountedCaller): RateLimitState | Promise<RateLimitState>;
}

/** Length of a rate limit's window, in seconds. */
export const windowSeconds = 60;

/** Takes one call of a caller of one kind. */
type Take = (name: string) => RateLimitState | Promise<RateLimitState>;

/** Clock of rate limits. */
export interface RateLimitsContext {
  readonly now: () => number;
}

/** Creates the limits of a server: windows of a minute that start with a caller's first call. */
export function createRateLimits(
  { perMinute, pool }: RateLimitOptions,
  { now }: RateLimitsContext,
): RateLimits {
  const make = (kind: RateLimitKind, by: keyof RatePerMinute): Take => {
    const limit = perMinute[kind][by];
    return pool === undefined
      ? takeInMemory(limit, now)
      : takeInDatabase(limit, { pool, keyPrefix: `${kind}:${by}` });
  };
  const takers = {
    quote: { address: make('quote', 'address'), key: make('quote', 'key') },
    other: { address: make('other', 'address'), key: make('other', 'key') },
  };
  return { take: (kind, { by, name }) => takers[kind][by](name) };
}

function takeInMemory(limit: number, now: () => number): Take {
  const windows = createWindows({ ms: 1000 * windowSeconds, now });
  return (name) => {
    const { calls, endsInMs } = windows.count(name);
    return {
      isExceeded: calls > limit,
      limit,
      remaining: Math.max(0, limit - calls),
      resetSeconds: toSeconds(endsInMs),
    };
  };
}

function takeInDatabase(
  limit: number,
  { pool, keyPrefix }: { readonly pool: Database['pool']; readonly keyPrefix: string },
): Take {
  // Memory rejects callers over the limit, so a flood does not reach the database.
  const limiter = new RateLimiterPostgres({
    keyPrefix,
    points: limit,
    duration: windowSeconds,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    inMemoryBlockOnConsumed: limit + 1,
  });
  return async (name) => {
    try {
      const { remainingPoints, msBeforeNext } = await limiter.consume(name);
      return {
        isExceeded: false,
        limit,
        remaining: remainingPoints,
        resetSeconds: toSeconds(msBeforeNext),
      };
    } catch (error) {
      if (error instanceof RateLimiterRes)
        return {
          isExceeded: true,
          limit,
          remaining: 0,
          resetSeconds: toSeconds(error.msBeforeNext),
        };
      throw new PortageError('SERVICE_UNAVAILABLE', {
        message: 'Calls cannot be counted for now.',
        cause: error,
      });
    }
  };
}

function toSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
