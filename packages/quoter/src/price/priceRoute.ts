import { applySlippage, splitFees, unsponsored, type FeeParts, type FeeSplit, type Sponsorship } from '@portage/fees';
import { Money, PortageError, type Price, type Side, type TradeType } from '@portage/core';
import type { Policy } from '../policy.js';
import type { Place } from '../route/catalog.js';
import type { Route } from '../route/findRoute.js';
import type { PriceSource } from './priceSource.js';
import { readFresh } from './readFresh.js';

/** Orders hold amounts as 256-bit numbers. */
const ORDER_AMOUNT_MAX = 2n ** 256n - 1n;

/** What prices are read from, and when. */
export interface Market {
  readonly prices: PriceSource;
  readonly policy: Policy;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Prices of the currencies of a route. */
export interface RoutePrices {
  readonly origin: Side;
  readonly destination: Side;
  readonly originNative: Side;
  readonly destinationNative: Side;
}

/** A route with every amount that its quote promises. Amounts are smallest units. */
export interface PricedRoute {
  readonly route: Route;
  readonly prices: RoutePrices;
  /** What the payer pays in, origin currency. */
  readonly amountIn: bigint;
  /** What the recipient is meant to get, destination currency. */
  readonly amountOut: bigint;
  /** The least that the recipient gets; an order that cannot pay it is refunded. */
  readonly minimumOut: bigint;
  /** What the payer's own transactions cost, origin native currency. */
  readonly originGas: bigint;
  /** Fees in the origin currency. */
  readonly fees: FeeSplit;
  readonly sponsorship: Sponsorship;
}

/**
 * Prices a route at the prices, gas and balances in memory. Every division is rounded against the payer. Pure.
 *
 * @throws PortageError `PRICE_FETCH_FAILED`, `AMOUNT_TOO_LOW`, `AMOUNT_TOO_HIGH`, `INSUFFICIENT_LIQUIDITY`
 */
export function priceRoute(route: Route, market: Market): PricedRoute {
  const { policy, now } = market;
  const prices = readPrices(route, market);
  for (const { chain } of [route.origin, route.destination]) {
    readFresh(chain.observe.tip(), { what: `newest block of chain ${String(chain.id)}`, now, maxAgeMs: policy.maxAgeMs.tip });
  }
  const costs: Costs = {
    gas: Money.convertUp(readFillGas(route, market), prices.destinationNative, prices.origin),
    fixed: Money.fromUsdUp(policy.flatFeeMicroUsd, prices.origin.decimals, prices.origin.price),
    gatewayBps: readGatewayBps(route, policy),
  };
  const { tradeType } = route.request.body;
  const { amountIn, amountOut, parts } = (tradeType === 'EXACT_INPUT' ? fromInput : fromOutput)(route, prices, costs);
  checkSize(route, { prices, policy, amountIn });
  checkBalance(route, market, amountOut);
  if (amountIn > ORDER_AMOUNT_MAX || amountOut > ORDER_AMOUNT_MAX) throw new PortageError('AMOUNT_TOO_HIGH', { message: 'The amount does not fit the 256 bits of an order.' });
  const fees = splitFees(parts);
  return {
    route,
    prices,
    amountIn,
    amountOut,
    minimumOut: readMinimum(tradeType, amountOut, route.request.slippageBps ?? policy.defaultSlippageBps),
    originGas: readOriginGas(route, market),
    fees,
    sponsorship: unsponsored(fees.buckets),
  };
}

/** What the solver's side of a route costs, origin currency. */
interface Costs {
  readonly gas: bigint;
  readonly fixed: bigint;
  readonly gatewayBps: bigint;
}

interface Amounts {
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  readonly parts: FeeParts;
}

/** What is left of the input after fees, converted, rounded down. */
function fromInput(route: Route, prices: RoutePrices, { gas, fixed, gatewayBps }: Costs): Amounts {
  const amountIn = route.request.amount;
  const gateway = Money.mulDivUp(amountIn, gatewayBps, Money.BPS);
  const fee = gas + fixed + gateway;
  const amountOut = amountIn > fee ? Money.convertDown(amountIn - fee, prices.origin, prices.destination) : 0n;
  if (amountOut === 0n) throw tooLow(route.origin, amountIn, fee);
  return { amountIn, amountOut, parts: { gas, fixed, price: 0n, gateway, app: 0n, rent: 0n } };
}

/** The least input that pays for the output and the fees, each rounded up. */
function fromOutput(route: Route, prices: RoutePrices, { gas, fixed, gatewayBps }: Costs): Amounts {
  const amountOut = route.request.amount;
  const base = Money.convertUp(amountOut, prices.destination, prices.origin) + gas + fixed;
  const amountIn = Money.mulDivUp(base, Money.BPS, Money.BPS - gatewayBps);
  const gateway = Money.mulDivUp(amountIn, gatewayBps, Money.BPS);
  return { amountIn, amountOut, parts: { gas, fixed, price: 0n, gateway, app: 0n, rent: 0n } };
}

/** EXACT_OUTPUT promises the whole amount; the other trade types promise it less the slippage tolerance. */
function readMinimum(tradeType: TradeType, amountOut: bigint, slippageBps: bigint): bigint {
  return tradeType === 'EXACT_OUTPUT' ? amountOut : applySlippage(amountOut, slippageBps).minimumAmount;
}

function readPrices(route: Route, { prices, policy, now }: Market): RoutePrices {
  const side = ({ asset }: Place): Side => {
    const price: Price = readFresh(prices.price(asset.id), { what: `price of ${asset.id}`, now, maxAgeMs: policy.maxAgeMs.price });
    if (price.usdE12 <= 0n) throw new PortageError('PRICE_FETCH_FAILED', { message: `The price of ${asset.id} is not positive.` });
    return { decimals: asset.decimals, price };
  };
  return {
    origin: side(route.origin),
    destination: side(route.destination),
    originNative: side(route.originNative),
    destinationNative: side(route.destinationNative),
  };
}

function readFillGas({ destination: { chain, asset } }: Route, { policy, now }: Market): bigint {
  const estimate = chain.gas.estimate({ type: 'fill', currency: asset.address, calls: [] });
  return readFresh(estimate, { what: `gas price of chain ${String(chain.id)}`, now, maxAgeMs: policy.maxAgeMs.gas });
}

function readOriginGas({ origin: { chain, asset } }: Route, { policy, now }: Market): bigint {
  const cost = (type: 'approve' | 'deposit'): bigint =>
    readFresh(chain.gas.estimate({ type, currency: asset.address }), { what: `gas price of chain ${String(chain.id)}`, now, maxAgeMs: policy.maxAgeMs.gas });
  return asset.isNative ? cost('deposit') : cost('approve') + cost('deposit');
}

function readGatewayBps({ origin, destination }: Route, { gatewayBps }: Policy): bigint {
  if (origin.underlying === destination.underlying) return gatewayBps.same;
  if (origin.assetClass === 'minor' || destination.assetClass === 'minor') return gatewayBps.minor;
  return origin.assetClass === 'stable' && destination.assetClass === 'stable' ? gatewayBps.stable : gatewayBps.major;
}

interface Size {
  readonly prices: RoutePrices;
  readonly policy: Policy;
  readonly amountIn: bigint;
}

function checkSize({ origin }: Route, { prices, policy, amountIn }: Size): void {
  const valueIn = Money.usdDown(amountIn, prices.origin.decimals, prices.origin.price);
  if (valueIn < policy.minimumInputMicroUsd) {
    const least = Money.fromUsdUp(policy.minimumInputMicroUsd, prices.origin.decimals, prices.origin.price);
    throw new PortageError('AMOUNT_TOO_LOW', {
      message: `The amount is below the smallest that is taken, ${Money.format(least, origin.asset.decimals)} ${origin.asset.symbol}.`,
      context: { amount: amountIn.toString(), minimumAmount: least.toString() },
    });
  }
  if (valueIn > policy.capacityPerRequestMicroUsd) {
    throw new PortageError('INSUFFICIENT_LIQUIDITY', {
      message: `The amount is worth more than one request may move, ${Money.formatUsd(policy.capacityPerRequestMicroUsd)} USD.`,
      hint: 'Split the amount over several requests.',
      context: { capacityPerRequestUsd: Money.formatUsd(policy.capacityPerRequestMicroUsd) },
    });
  }
}

function checkBalance({ destination: { chain, asset } }: Route, { policy, now }: Market, amountOut: bigint): void {
  const balance = readFresh(chain.balances.spendable(asset.address), {
    what: `solver's balance of ${asset.symbol} on chain ${String(chain.id)}`,
    now,
    maxAgeMs: policy.maxAgeMs.balance,
  });
  if (amountOut > balance) {
    throw new PortageError('INSUFFICIENT_LIQUIDITY', {
      message: `The solver does not hold ${Money.format(amountOut, asset.decimals)} ${asset.symbol} on chain ${String(chain.id)}.`,
      hint: 'Try a smaller amount.',
      context: { available: balance.toString(), needed: amountOut.toString() },
    });
  }
}

function tooLow({ asset }: Place, amount: bigint, fee: bigint): PortageError {
  return new PortageError('AMOUNT_TOO_LOW', {
    message: `The amount does not cover the fees, ${Money.format(fee, asset.decimals)} ${asset.symbol}.`,
    hint: 'Send more than the fees.',
    context: { amount: amount.toString(), fee: fee.toString(), currency: asset.address },
  });
}
