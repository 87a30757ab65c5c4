import type { Observed } from '../../observed.js';
import type { Price } from '../../money/Money.js';

/**
 * Price of one whole unit of an asset by one feed, not judged yet. `observedAt` is when the price
 * was true by the word of its source (a publisher's time, a block's time), never when it reached
 * us: old news that arrive late are old.
 */
export interface PriceReading extends Observed<Price> {
  /**
   * How far from `value` the feed believes the true price may be, to either side; zero where it
   * knows no doubt.
   */
  readonly confidence: Price;
}

/**
 * One source of USD prices that keeps itself fresh in the background: an HTTP publisher, a pool on
 * a chain, a table. A feed only reports. Whether a reading is young, certain and steady enough to
 * quote from, alone or beside a second feed, is decided in one place for all feeds
 * (`createPriceBook` of the service), so a feed holds no limits of its own and never guesses: what
 * it cannot read, it does not say.
 *
 * A feed is opened by a function of its kind, with its configuration and an `AbortSignal` that ends
 * it, the way a `Vm` opens a chain: `createHttpFeed(config, context)`,
 * `createPoolFeed(…, { signal })`. A pool's time-weighted price is a feed of its own, so that it
 * can guard the pool's price of the moment as any other second feed does.
 */
export interface PriceFeed {
  /** Name of the feed in logs and metrics: `http`, `pool`, `fixed`. */
  readonly name: string;
  /**
   * The newest reading of an asset (`eth`), from memory: no network call, no waiting. Undefined
   * before the first one, for an asset that the feed does not serve, and once its source says that
   * it has no price.
   */
  latest(assetId: string): PriceReading | undefined;
}

/** A price that was judged and accepted, in USD of one whole unit of an asset. */
export interface AcceptedPrice extends Observed<Price> {
  /**
   * Lowest and highest that the feeds of the asset say. What is received counts at the lowest, what
   * is paid at the highest, so that nobody gains by moving one feed. Left out where one feed is
   * all.
   */
  readonly range?: { readonly low: Price; readonly high: Price };
  /**
   * `false` where no second feed of its own confirms the price: only small amounts are exchanged at
   * it. Left out counts as confirmed.
   */
  readonly isConfirmed?: boolean;
}

/** Prices to quote from: judged, in memory. The reader decides how old is too old. */
export interface PriceSource {
  /**
   * USD price of one whole unit of an asset (`usdc`), or undefined while there is none to trust.
   */
  price(assetId: string): AcceptedPrice | undefined;
  /**
   * State of each asset that it serves, for metrics and logs; sources that judge nothing lack
   * it.
   */
  states?(): readonly PriceState[];
}

/** State of the newest reading of an asset. */
export interface PriceState {
  readonly assetId: string;
  /** Name of the feed that is quoted from. */
  readonly feed: string;
  readonly price: Observed<Price> | undefined;
  /** Why there is no price, in a word or two. */
  readonly refusal: string | undefined;
}
