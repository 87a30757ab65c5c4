import { applySlippage, sponsorCap, type AppFeeShare, type FixedRate, type FeeSplit, type Sponsorship, type SponsorTerms } from '@portage/fees';
import { Money, PortageError, type QuoteRequest, type SponsorshipRequest } from '@portage/core';
import type { Policy } from '../policy.js';
import type { Place } from '../route/catalog.js';
import type { Route } from '../route/findRoute.js';
import { chargeFixedRate } from './chargeFixedRate.js';
import { chargeInput, type Charge, type Costs } from './chargeInput.js';
import { checkLimits } from './checkLimits.js';
import { leastInput } from './leastInput.js';
import { readFillGas, readOriginGas, readPrices, type Market, type RoutePrices } from './readMarket.js';
import { createRebalancing } from './rebalancing.js';
import { readFresh } from './readFresh.js';

/** A route with every amount that its quote promises. Amounts are smallest units. */
export interface PricedRoute {
  readonly route: Route;
  readonly prices: RoutePrices;
  /** What the payer pays in, origin currency. */
  readonly amountIn: bigint;
  /** What the recipient is meant to get, destination currency. */
  readonly amountOut: bigint;
  /** The least that the recipient gets for a deposit in time. */
  readonly minimumInTime: bigint;
  /** The least that the recipient gets, also for a late deposit, as it is signed; an order that cannot pay it is refunded. */
  readonly minimumOut: bigint;
  /** What the payer's own transactions cost, origin native currency. */
  readonly originGas: bigint;
  /** Fees in the origin currency. */
  readonly fees: FeeSplit;
  /** What each app earns, origin currency. */
  readonly appFees: readonly AppFeeShare[];
  readonly sponsorship: Sponsorship;
  readonly isFixedRate: boolean;
}

/**
 * Prices a route at the prices, gas and balances in memory, or at the rate that the caller fixed. Every division is rounded
 * against the payer. Pure.
 *
 * @throws PortageError `PRICE_FETCH_FAILED`, `AMOUNT_TOO_LOW`, `AMOUNT_TOO_HIGH`, `INSUFFICIENT_LIQUIDITY`, `NO_QUOTES`
 */
export function priceRoute(route: Route, market: Market, fixedRate?: FixedRate): PricedRoute {
  const { policy, now } = market;
  const prices = readPrices(route, market);
  for (const { chain } of [route.origin, route.destination]) {
    readFresh(chain.observe.tip(), { what: `newest block of chain ${String(chain.id)}`, now, maxAgeMs: policy.maxAgeMs.tip });
  }
  const { tradeType } = route.request.body;
  const costs = readCosts(route, market, prices);
  const atMarket = tradeType === 'EXACT_INPUT' ? fromInput : fromOutput;
  const { amountIn, amountOut, charge } = fixedRate === undefined ? atMarket(route, prices, costs) : chargeFixedRate(route, prices, costs, fixedRate);
  checkLimits(route, market, prices, { amountIn, amountOut });
  const isFixedRate = fixedRate !== undefined;
  return {
    route,
    prices,
    amountIn,
    amountOut,
    ...readMinimums(route.request, amountOut, { policy, isFixedRate }),
    originGas: readOriginGas(route, market),
    fees: charge.fees,
    appFees: charge.appFees.shares,
    sponsorship: charge.sponsorship,
    isFixedRate,
  };
}

interface Amounts {
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  readonly charge: Charge;
}

function readCosts(route: Route, market: Market, prices: RoutePrices): Costs {
  const { policy } = market;
  const { sponsorship } = route.request;
  return {
    gas: Money.convertUp(readFillGas(route, market), prices.destinationNative, prices.origin),
    rent: market.rent === undefined ? 0n : Money.convertUp(market.rent, prices.destinationNative, prices.origin),
    fixed: Money.fromUsdUp(policy.flatFeeMicroUsd, prices.origin.decimals, prices.origin.price),
    gatewayBps: readGatewayBps(route, policy),
    rebalancing: createRebalancing(route, market, prices),
    appFees: route.appFees,
    sponsor: sponsorship === undefined ? undefined : sponsorTerms(sponsorship, prices),
  };
}

function sponsorTerms({ components, subsidizationBps, maxSubsidization }: SponsorshipRequest, { origin }: RoutePrices): SponsorTerms {
  return { components, bps: BigInt(subsidizationBps), cap: maxSubsidization === undefined ? undefined : sponsorCap(maxSubsidization, origin) };
}

/** What is left of the input after what the user pays of the fees, converted, rounded down. */
function fromInput(route: Route, prices: RoutePrices, costs: Costs): Amounts {
  const amountIn = route.request.amount;
  const charge = chargeInput(amountIn, costs);
  const fee = charge.sponsorship.userPaysTotal;
  const amountOut = amountIn > fee ? Money.convertDown(amountIn - fee, prices.origin, prices.destination) : 0n;
  if (amountOut === 0n) throw tooLow(route.origin, amountIn, fee);
  return { amountIn, amountOut, charge };
}

/** The least input that pays for the output and for what the user pays of the fees, each rounded up. */
function fromOutput(route: Route, prices: RoutePrices, costs: Costs): Amounts {
  const amountOut = route.request.amount;
  const needed = Money.convertUp(amountOut, prices.destination, prices.origin);
  const amountIn = leastInput(needed, (input) => chargeInput(input, costs).sponsorship.userPaysTotal);
  if (amountIn === undefined) throw new PortageError('AMOUNT_TOO_LOW', { message: 'The fees take all of any input.', hint: 'Ask for lower app fees.' });
  return { amountIn, amountOut, charge: chargeInput(amountIn, costs) };
}

/**
 * What is promised of an output. EXACT_OUTPUT and a fixed rate promise all of it; otherwise the slippage tolerance is
 * taken off, and from what is signed the tolerance of late deposits, too: a late payment is never below what was signed.
 */
function readMinimums({ body, slippageBps, latePaymentSlippageBps }: QuoteRequest, amountOut: bigint, { policy, isFixedRate }: { readonly policy: Policy; readonly isFixedRate: boolean }): Pick<PricedRoute, 'minimumInTime' | 'minimumOut'> {
  if (isFixedRate || body.tradeType === 'EXACT_OUTPUT') return { minimumInTime: amountOut, minimumOut: amountOut };
  const minimumInTime = applySlippage(amountOut, slippageBps ?? policy.defaultSlippageBps).minimumAmount;
  return { minimumInTime, minimumOut: applySlippage(minimumInTime, latePaymentSlippageBps ?? 0n).minimumAmount };
}

function readGatewayBps({ origin, destination }: Route, { gatewayBps }: Policy): bigint {
  if (origin.underlying === destination.underlying) return gatewayBps.same;
  if (origin.assetClass === 'minor' || destination.assetClass === 'minor') return gatewayBps.minor;
  return origin.assetClass === 'stable' && destination.assetClass === 'stable' ? gatewayBps.stable : gatewayBps.major;
}

function tooLow({ asset }: Place, amount: bigint, fee: bigint): PortageError {
  return new PortageError('AMOUNT_TOO_LOW', {
    message: `The amount does not cover the fees, ${Money.format(fee, asset.decimals)} ${asset.symbol}.`,
    hint: 'Send more than the fees.',
    context: { amount: amount.toString(), fee: fee.toString(), currency: asset.address },
  });
}
