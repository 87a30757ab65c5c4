import type { PriceLimits } from '@portage/prices';

/**
 * Treatment of an asset when the service takes its share of a payment between different assets.
 */
export type AssetClass = 'stable' | 'major' | 'minor';

/** Basis points by the classes of a pair: both `stable`, both at least `major`, any other. */
export interface SlippageByClass {
  readonly stable: bigint;
  readonly major: bigint;
  readonly minor: bigint;
}

/** Operator's decisions about quotes. USD values are micro-USD, ages milliseconds. */
export interface QuotePolicy {
  /** Slug of the chain that orders name as the solver's own. */
  readonly solverChainSlug: string;
  /** Flat part of every solver fee. */
  readonly flatFeeMicroUsd: bigint;
  /**
   * The service's share of the input in basis points: `same` asset, both `stable`, both at least
   * `major`, any other pair.
   */
  readonly gatewayBps: {
    readonly same: bigint;
    readonly stable: bigint;
    readonly major: bigint;
    readonly minor: bigint;
  };
  /** Classes by asset id; an asset that is not named is minor. */
  readonly assetClasses: Readonly<Record<string, AssetClass>>;
  /**
   * Assets that are another asset in a wrapper, by id: moving between them costs what moving one
   * asset costs.
   */
  readonly wrappers: Readonly<Record<string, string>>;
  /**
   * Reward or charge for the way in which a payment moves liquidity: at most `bpsMax` of the input,
   * by how far the solver is from what it wants to hold. Targets are micro-USD by `slug:asset`; a
   * place without one costs nothing.
   */
  readonly rebalancing: {
    readonly bpsMax: bigint;
    readonly targetsMicroUsd: Readonly<Record<string, bigint>>;
  };
  /**
   * The most that the fee of one payment may cost, in micro-USD, by the slug of its chain; a dearer
   * one is not quoted.
   */
  readonly fillMicroUsdMax: Readonly<Record<string, bigint>>;
  /** Cost of a swap that is allowed without `overridePriceImpact`: of the input, beside fees. */
  readonly swapImpactBpsMax: bigint;
  /**
   * Slippage tolerance of bridges that name none. One number for every pair: no pool stands in the
   * way of a bridge, so nobody can trade in front of it.
   */
  readonly defaultSlippageBps: bigint;
  /**
   * The most of swaps that name none, for each side on which something is swapped: both `stable`,
   * both at least `major`, any other pair.
   */
  readonly swapSlippageBps: SlippageByClass;
  /** The least of the same: what pools are likely to move by themselves until the swap is made. */
  readonly swapSlippageFloorBps: SlippageByClass;
  /**
   * Milliseconds that a quote waits at most for venues that are asked over the network, all of them
   * together.
   */
  readonly venueWaitMs: number;
  /** Smallest value that may be paid in: below it a refund would cost more than it returns. */
  readonly minimumInputMicroUsd: bigint;
  /** Largest value that the solver takes on with one request. */
  readonly capacityPerRequestMicroUsd: bigint;
  /**
   * The same for a place alone, by `slug:asset`, whether it is paid in or out there: for one that
   * holds little, or is new.
   */
  readonly capacityPerCurrencyMicroUsd: Readonly<Record<string, bigint>>;
  /**
   * Largest value of a request that exchanges an asset whose price no second feed of its own
   * confirms.
   */
  readonly unconfirmedMicroUsdMax: bigint;
  /** The most that an account is topped up with beside a payment. */
  readonly topupMicroUsdMax: bigint;
  /** Top-ups that one sponsor pays for one recipient on a chain within 24 hours. */
  readonly sponsoredTopupsPerRecipientMax: number;
  /**
   * Whether a gasless deposit needs an API key with a sponsor, whose balance pays for the gas of
   * those that fail. Otherwise the operator pays for the failures of keys without one.
   */
  readonly gaslessNeedsSponsor: boolean;
  /**
   * Whether a quote that names its app (`referrer`) needs an API key, so that no payments are
   * listed under the name of another party's app.
   */
  readonly referrerNeedsKey: boolean;
  /**
   * Asset of the solver's chain in which balances of sponsors are counted: a USD stablecoin of six
   * decimals.
   */
  readonly sponsorAsset: string;
  /** Seconds during which an order can be paid, filled and refunded under its own terms. */
  readonly orderLifetimeSeconds: number;
  /** The same for an order with a deposit address, which may be paid again and again. */
  readonly addressLifetimeSeconds: number;
  /**
   * Seconds during which a deposit is filled at the quoted amount, where one asset is paid in and
   * out; later ones are refunded. A request may shorten it by `ttl`, and not make it longer.
   */
  readonly fillWindowSeconds: number;
  /** The same between different assets: their prices move. */
  readonly exchangeWindowSeconds: number;
  /** Certainty and steadiness that a price must have, beside its age; see {@link PriceLimits}. */
  readonly prices: Omit<PriceLimits, 'maxAgeMs'>;
  /** Age of a value in memory from which on quotes are refused. */
  readonly maxAgeMs: {
    readonly price: number;
    readonly gas: number;
    readonly balance: number;
    readonly tip: number;
  };
}

/**
 * The policy of an untuned service.
 *
 * @example
 * ```ts
 * const policy: QuotePolicy = { ...defaultPolicy, capacityPerRequestMicroUsd: 5_000_000_000n };
 * ```
 */
export const defaultPolicy: QuotePolicy = {
  solverChainSlug: 'base',
  flatFeeMicroUsd: 20_000n,
  gatewayBps: { same: 0n, stable: 1n, major: 6n, minor: 15n },
  assetClasses: {
    usdc: 'stable',
    usdt: 'stable',
    dai: 'stable',
    eth: 'major',
    weth: 'major',
    btc: 'major',
    wbtc: 'major',
    sol: 'major',
  },
  wrappers: { weth: 'eth', wbtc: 'btc' },
  rebalancing: { bpsMax: 10n, targetsMicroUsd: {} },
  fillMicroUsdMax: {},
  swapImpactBpsMax: 1_000n,
  defaultSlippageBps: 5n,
  swapSlippageBps: { stable: 50n, major: 100n, minor: 200n },
  swapSlippageFloorBps: { stable: 5n, major: 20n, minor: 50n },
  venueWaitMs: 500,
  minimumInputMicroUsd: 50_000n,
  capacityPerRequestMicroUsd: 1_000_000_000_000n,
  capacityPerCurrencyMicroUsd: {},
  unconfirmedMicroUsdMax: 10_000_000_000n,
  topupMicroUsdMax: 50_000_000n,
  sponsoredTopupsPerRecipientMax: 3,
  gaslessNeedsSponsor: false,
  referrerNeedsKey: false,
  sponsorAsset: 'usdc',
  orderLifetimeSeconds: 7 * 24 * 60 * 60,
  addressLifetimeSeconds: 180 * 24 * 60 * 60,
  fillWindowSeconds: 60 * 60,
  exchangeWindowSeconds: 10 * 60,
  prices: {
    aheadMsMax: 10_000,
    confidenceBpsMax: 100n,
    jumpBpsMax: 500n,
    speedBpsMax: 1_000n,
    settleMs: 60_000,
    guardBpsMax: 200n,
  },
  maxAgeMs: { price: 60_000, gas: 60_000, balance: 60_000, tip: 60_000 },
};
