import { PortageError } from '@portage/core';
import type { Database } from '@portage/database';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { createWindows } from './createWindows.js';

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
  /**
   * Counts in the database, for several processes that serve the same callers; in memory when left
   * out.
   */
  readonly pool?: Database['pool'] | undefined;
}

/**
 * The rates of a service that nobody tuned.
 */
export const defaultRates: RateLimitOptions['perMinute'] = {
  quote: { address: 50, key: 600 },
  other: { address: 200, key: 600 },
};

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
  /**
   * Takes one call of a caller: at once in memory. @throws PortageError `SERVICE_UNAVAILABLE` when
   * the database that counts is away
   */
  take(kind: RateLimitKind, caller: CountedCaller): RateLimitState | Promise<RateLimitState>;
}

/** The time that limits are told for. */
export const windowSeconds = 60;

/** Counts the calls of callers of one kind. */
type Take = (name: string) => RateLimitState | Promise<RateLimitState>;

/** Makes the limits of a server: windows of a minute that start with a caller's first call. */
export function createRateLimits(
  { perMinute, pool }: RateLimitOptions,
  { now }: { readonly now: () => number },
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
  // Who is over the limit is turned away from memory: the database does not feel a flood.
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
