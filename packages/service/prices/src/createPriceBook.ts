import type { Observed, Price } from '@portage/core';
import type { PriceFeed, PriceReading, PriceSource } from '@portage/core/chain';
import type { FeedLog } from './feeds/createHttpFeed.js';
import { judgePrice, type PriceLimits, type PriceMemory, type PriceRefusal } from './judgePrice.js';

/** The feeds of one asset. */
export interface AssetFeeds {
  /** Feed whose price is quoted from. */
  readonly primary: PriceFeed;
  /** Must agree with the primary one; without it nothing is quoted. */
  readonly guard?: PriceFeed | undefined;
  /** `false` where no feed of its own confirms the primary one; left out counts as confirmed. */
  readonly isConfirmed?: boolean | undefined;
}

/** Parts that a book works with. */
export interface PriceBookOptions {
  /** Feeds by asset id. */
  readonly assets: Readonly<Record<string, AssetFeeds>>;
  readonly limits: PriceLimits;
  /** Prices that were accepted before a start, by asset id; the first ones after it are bounded. */
  readonly stored?: ReadonlyMap<string, Observed<Price>> | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told when an asset is no longer quoted, and when it is again. */
  readonly log: FeedLog;
}

/** Judged prices in memory. */
export interface PriceBook extends PriceSource {
  /** One for each asset. */
  readonly states: NonNullable<PriceSource['states']>;
  /** Judges what the feeds say by now; done a few times a second by itself. */
  refresh(): void;
}

const refreshMs = 250;

type AcceptedPrice = NonNullable<ReturnType<PriceSource['price']>>;

interface Entry extends AssetFeeds {
  memory: PriceMemory;
  accepted: AcceptedPrice | undefined;
  refusal: PriceRefusal | undefined;
}

/**
 * Makes prices out of feeds: each asset has a primary feed and maybe a second one that must agree,
 * and whatever is too old, too uncertain, far from the price before or from the second feed is no
 * price at all, until it is good again. Beside the price it tells the range of both feeds, so that
 * a reader counts the worse one. The quote path only reads memory; feeds are judged in the
 * background until the signal aborts.
 *
 * @example
 * ```ts
 * const prices = createPriceBook(
 *   { assets: { eth: { primary: http, guard: pool } }, limits, now: Date.now, log },
 *   signal,
 * );
 * prices.price('eth'); // undefined while there is none to trust
 * ```
 */
export function createPriceBook(
  { assets, limits, stored, now, log }: PriceBookOptions,
  signal: AbortSignal,
): PriceBook {
  const entries = new Map(
    Object.entries(assets).map(([assetId, feeds]): [string, Entry] => [
      assetId,
      { ...feeds, memory: memoryOf(stored?.get(assetId)), accepted: undefined, refusal: 'missing' },
    ]),
  );

  function judge(assetId: string, entry: Entry): void {
    const reading = entry.primary.latest(assetId);
    const guard = entry.guard === undefined ? 'none' : entry.guard.latest(assetId);
    const { refusal, memory } = judgePrice({ reading, guard, now: now() }, entry.memory, limits);
    if (refusal !== entry.refusal) tell(assetId, entry, refusal);
    entry.memory = memory;
    entry.refusal = refusal;
    entry.accepted =
      refusal === undefined && reading !== undefined ? accept(reading, guard, entry) : undefined;
  }

  function tell(
    assetId: string,
    { primary, guard }: AssetFeeds,
    refusal: PriceRefusal | undefined,
  ): void {
    const context = {
      assetId,
      feed: primary.name,
      ...(guard === undefined ? {} : { guard: guard.name }),
    };
    if (refusal === undefined) log('a price is quoted from', context);
    else log('a price is refused', { ...context, error: refusal });
  }

  function refresh(): void {
    for (const [assetId, entry] of entries) judge(assetId, entry);
  }

  const timer = setInterval(refresh, refreshMs);
  timer.unref();
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  refresh();
  return {
    price: (assetId) => entries.get(assetId)?.accepted,
    states: () =>
      [...entries].map(([assetId, { accepted, refusal, primary }]) => ({
        assetId,
        feed: primary.name,
        price: accepted,
        refusal,
      })),
    refresh,
  };
}

function memoryOf(stored: Observed<Price> | undefined): PriceMemory {
  return stored === undefined ? {} : { stored: { price: stored.value, since: stored.observedAt } };
}

function accept(
  { value, observedAt }: PriceReading,
  guard: PriceReading | 'none' | undefined,
  { isConfirmed }: AssetFeeds,
): AcceptedPrice {
  const confirmed = isConfirmed === undefined ? {} : { isConfirmed };
  if (guard === 'none' || guard === undefined) return { value, observedAt, ...confirmed };
  const [low, high] =
    guard.value.usdE12 < value.usdE12 ? [guard.value, value] : [value, guard.value];
  return { value, observedAt, range: { low, high }, ...confirmed };
}
