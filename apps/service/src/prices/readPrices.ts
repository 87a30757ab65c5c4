import { systemClock } from '@portage/core';
import type { PriceFeed } from '@portage/core/chain';
import { createFixedFeed, createHttpFeed } from '@portage/prices';
import type { PricesConfiguration } from '../configuration/pricesSchema.js';

/** Milliseconds that a publisher has for its first prices. */
const msMax = 15_000;
const pollMs = 200;
/** Milliseconds that a reading may be ahead of our clock. */
const aheadMsMax = 10_000;

/**
 * Prices of assets by the configured table or publisher, without a guard: they are shown before
 * anything is sent. An asset that only pools price has none here.
 *
 * @param written - USD per whole unit, times 1e12, that go before
 * @returns USD per whole unit, times 1e12, by asset id
 */
export async function readPrices(
  prices: PricesConfiguration,
  ids: readonly string[],
  written: Readonly<Record<string, bigint>>,
): Promise<ReadonlyMap<string, bigint>> {
  const end = new AbortController();
  const now = (): number => systemClock.now();
  const found = new Map(Object.entries(written));
  try {
    const feeds = openFeeds(prices, end.signal);
    const open = ids.filter((id) => !found.has(id) && feeds.has(id));
    for (const startedAt = now(); ;) {
      for (const id of open) {
        const reading = feeds.get(id)?.latest(id);
        if (reading !== undefined) found.set(id, reading.value.usdE12);
      }
      if (open.every((id) => found.has(id)) || now() - startedAt > msMax) return found;
      await systemClock.sleep(pollMs, end.signal);
    }
  } finally {
    end.abort();
  }
}

/** First feed of each asset, but for those of chains. */
function openFeeds(
  prices: PricesConfiguration,
  signal: AbortSignal,
): ReadonlyMap<string, PriceFeed> {
  const now = (): number => systemClock.now();
  if (prices.source === 'fixed') {
    const feed = createFixedFeed(prices.usd, now);
    return new Map(Object.keys(prices.usd).map((id) => [id, feed]));
  }
  const log = (): void => undefined;
  const http =
    prices.http === undefined
      ? undefined
      : createHttpFeed(prices.http, { log, signal, now, aheadMsMax });
  const fixed = prices.fixed === undefined ? undefined : createFixedFeed(prices.fixed, now);
  const feeds = new Map<string, PriceFeed>();
  for (const [id, { primary }] of Object.entries(prices.assets)) {
    const feed = primary === 'http' ? http : primary === 'fixed' ? fixed : undefined;
    if (feed !== undefined) feeds.set(id, feed);
  }
  return feeds;
}
