import type { AppFeeTerms, SponsorTerms } from '@portage/fees';
import { Money } from '@portage/core';
import { isSelfPayment } from '../payment/paymentMethod.js';
import type { QuotePolicy } from '../policy.js';
import type { Route } from '../route/route.js';
import { depositGasOf } from './depositGas.js';
import { externalCost } from './externalLiquidity.js';
import { fillGasOf, topupOf } from './fillGas.js';
import type { Market } from './market.js';
import type { RouteRates } from './rates.js';
import { createRebalancing } from './rebalancing.js';
import { sponsorTerms } from './sponsorTerms.js';

/** Costs of the solver's side of a route, deposit currency. */
export interface Costs {
  readonly gas: bigint;
  /** Rent of the accounts that the payment opens. */
  readonly rent: bigint;
  readonly fixed: bigint;
  readonly gatewayBps: bigint;
  /** Cost of bringing what the solver lacks for an input from another chain. */
  readonly external: (amountIn: bigint) => bigint;
  /** Price of the way in which an input moves liquidity; negative for a reward. */
  readonly rebalancing: (amountIn: bigint) => bigint;
  readonly appFees: readonly AppFeeTerms[];
  /** Part that a sponsor takes on, with its cap in the deposit currency. */
  readonly sponsor: SponsorTerms | undefined;
}

/** Gas of the swaps of a route, units. */
export interface SwapGas {
  readonly origin?: number | undefined;
  readonly destination?: number | undefined;
}

/** Costs of a swap that its payer makes alone. */
const noCosts: Omit<Costs, 'sponsor'> = {
  gas: 0n,
  rent: 0n,
  fixed: 0n,
  gatewayBps: 0n,
  external: () => 0n,
  rebalancing: () => 0n,
  appFees: [],
};

/**
 * Adds up what serving a route costs: the only place that counts gas, rent, flat fee, rebalancing
 * and the service's share.
 *
 * @throws PortageError `PRICE_FETCH_FAILED`, `AMOUNT_TOO_HIGH`
 */
export function costsOf(
  route: Route,
  market: Market,
  rates: RouteRates,
  swapGas: SwapGas = {},
): Costs {
  const { policy, facts } = market;
  const { payment } = route;
  const sponsor = sponsorTerms(route, rates);
  if (isSelfPayment(payment)) return { ...noCosts, sponsor };
  const { deposit, originNative, destinationNative } = rates;
  // A top-up is gas that the recipient burns later, and charged like the gas that the solver burns.
  const topup = topupOf(route, market, rates);
  const fillGas = fillGasOf(route, market, { topup, swapGas: swapGas.destination });
  const depositGas = depositGasOf(route, market, swapGas.origin);
  return {
    gas:
      Money.convertUp(fillGas + topup, destinationNative, deposit) +
      Money.convertUp(depositGas, originNative, deposit),
    rent: facts.rent === undefined ? 0n : Money.convertUp(facts.rent, destinationNative, deposit),
    fixed: Money.fromUsdUp(policy.flatFeeMicroUsd, deposit.decimals, deposit.price),
    gatewayBps: gatewayBpsOf(route, policy),
    external: externalCost(route, market, rates),
    rebalancing: createRebalancing(route, market, rates),
    appFees: route.appFees,
    sponsor,
  };
}

function gatewayBpsOf(
  { inputCurrency, outputCurrency }: Route,
  { gatewayBps }: QuotePolicy,
): bigint {
  if (inputCurrency.underlying === outputCurrency.underlying) return gatewayBps.same;
  const classes = [inputCurrency.assetClass, outputCurrency.assetClass];
  if (classes.includes('minor')) return gatewayBps.minor;
  return classes.includes('major') ? gatewayBps.major : gatewayBps.stable;
}
