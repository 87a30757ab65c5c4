import { PortageError, type Observed, type Price } from '@portage/core';
import type { Chain, Chains, PriceFeed, PriceSource } from '@portage/core/chain';
import {
  createFixedFeed,
  createFixedPrices,
  createHttpFeed,
  createPriceBook,
  type AssetFeeds,
  type FeedLog,
} from '@portage/prices';
import type { QuotePolicy } from '@portage/quoter';
import type { PricesConfiguration } from './configuration/pricesSchema.js';
import { unconfirmedAssets } from './configuration/unconfirmedAssets.js';

/** Values that prices are opened with. */
export interface PricesContext {
  /** Chains whose feeds a configuration may name. */
  readonly chains: Chains;
  readonly policy: Pick<QuotePolicy, 'prices' | 'maxAgeMs'>;
  /** Prices that were accepted before the start, by asset id. */
  readonly stored: ReadonlyMap<string, Observed<Price>>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: FeedLog;
  readonly signal: AbortSignal;
}

/**
 * Opens the configured prices. They stay fresh until the signal aborts.
 *
 * @throws PortageError `INVALID_CONFIGURATION` for a feed that no chain has
 */
export function openPrices(
  configuration: PricesConfiguration,
  { chains, policy, stored, now, log, signal }: PricesContext,
): PriceSource {
  if (configuration.source === 'fixed') return createFixedPrices(configuration.usd, now);
  const { http, fixed, assets } = configuration;
  const feeds = new Map<string, PriceFeed>(
    chains.all.flatMap(({ slug, prices = [] }) =>
      prices.map((feed): [string, PriceFeed] => [`${feed.name}@${slug}`, feed]),
    ),
  );
  // Which feeds a chain has is known once it is open; until then they know no price.
  const waiting = chains.all.filter(({ opening }) => opening !== undefined);
  if (http !== undefined) {
    const { aheadMsMax } = policy.prices;
    feeds.set('http', createHttpFeed(http, { log, signal, now, aheadMsMax }));
  }
  if (fixed !== undefined) feeds.set('fixed', createFixedFeed(fixed, now));
  const find = (name: string): PriceFeed => {
    const feed = feeds.get(name);
    if (feed !== undefined) return feed;
    const chain = waiting.find(({ slug }) => name.endsWith(`@${slug}`));
    if (chain !== undefined) return feedToCome(name, { chain, chains });
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `There is no feed of prices "${name}".`,
      hint: `There are: ${[...feeds.keys()].join(', ')}.`,
    });
  };
  const unconfirmed = new Set(unconfirmedAssets(configuration).map(({ assetId }) => assetId));
  const entries = Object.entries(assets).map(
    ([assetId, { primary, guard }]): [string, AssetFeeds] => [
      assetId,
      {
        primary: find(primary),
        guard: guard === undefined ? undefined : find(guard),
        isConfirmed: !unconfirmed.has(assetId),
      },
    ],
  );
  return createPriceBook(
    {
      assets: Object.fromEntries(entries),
      stored,
      limits: { ...policy.prices, maxAgeMs: policy.maxAgeMs.price },
      now,
      log,
    },
    signal,
  );
}

/** Feed of a chain that is not open yet. */
function feedToCome(
  text: string,
  { chain, chains }: { readonly chain: Chain; readonly chains: Chains },
): PriceFeed {
  const name = text.slice(0, -`@${chain.slug}`.length);
  return {
    name,
    latest: (assetId) =>
      chains
        .byId(chain.id)
        .prices?.find((feed) => feed.name === name)
        ?.latest(assetId),
  };
}
