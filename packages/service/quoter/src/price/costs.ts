import { gasTopup, sponsorCap, type AppFeeTerms, type SponsorTerms } from '@portage/fees';
import { Money, requestFault, type SponsorshipRequest } from '@portage/core';
import { isSelfPayment } from '../payment/paymentMethod.js';
import type { QuotePolicy } from '../policy.js';
import type { Route } from '../route/route.js';
import type { Market } from './market.js';
import type { RouteRates } from './rates.js';
import { externalCost } from './externalLiquidity.js';
import { createRebalancing } from './rebalancing.js';

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

/** Facts that decide the gas of the payer's own transactions. */
export interface OwnTransactions {
  /** Gas of a swap before the deposit, units. */
  readonly swapGas: number | undefined;
  /** Whether no approval is asked for. */
  readonly isApproved: boolean;
}

/**
 * Gas of the payer's own transactions, origin native currency. Of what the
 * payer makes alone the rent of the recipient's new account is part, which the transaction lays
 * out.
 */
export function payerGasOf(
  { payment, inputCurrency }: Route,
  market: Market,
  { swapGas, isApproved }: OwnTransactions,
): bigint {
  const gas = payment.payerGas(
    (operation) =>
      isApproved && operation.type === 'approve' ? 0n : market.gas(inputCurrency.chain, operation),
    swapGas,
  );
  return isSelfPayment(payment) ? gas + (market.facts.rent ?? 0n) : gas;
}

/** Gas that the solver burns to bring the deposit in, origin native currency. */
export function depositGasOf(
  { payment, inputCurrency }: Route,
  market: Pick<Market, 'gas'>,
  swapGas?: number,
): bigint {
  return payment.solverGas((operation) => market.gas(inputCurrency.chain, operation), swapGas);
}

/** Parts of a payment beside the transfer that burn gas. */
export interface FillExtras {
  /** Native currency beside the payment; 0 where there is none. */
  readonly topup: bigint;
  /** Gas of the swap that brings what is paid, units. */
  readonly swapGas: number | undefined;
}

/** Gas of the payment on the destination chain, its native currency. */
export function fillGasOf(
  { outputCurrency: { chain, asset }, accounts: { recipient }, extras }: Route,
  market: Pick<Market, 'gas'>,
  { topup, swapGas }: FillExtras,
): bigint {
  const { calls, callsGas, authorizations } = extras;
  return market.gas(chain, {
    type: 'fill',
    currency: asset.address,
    recipient,
    calls,
    callsGas,
    authorizations,
    topup,
    swapGas,
  });
}

/**
 * Native currency that the recipient gets beside the payment; 0 where none was asked for.
 *
 * @throws PortageError `AMOUNT_TOO_HIGH` above what the policy tops up
 */
export function topupOf(
  { extras: { topupUnits } }: Route,
  { policy }: Pick<Market, 'policy'>,
  { destinationNative }: RouteRates,
): bigint {
  if (topupUnits === undefined) return 0n;
  const { microUsd, amount } = gasTopup(topupUnits, destinationNative);
  if (microUsd > policy.topupMicroUsdMax) {
    const message = `is worth more than an account is topped up with, ${Money.formatUsd(policy.topupMicroUsdMax)} USD`;
    throw requestFault('topupGasAmount', message, {
      code: 'AMOUNT_TOO_HIGH',
      message: `topupGasAmount ${message}.`,
      hint: '100000 is one dollar.',
    });
  }
  return amount;
}

/** A deposit address takes any amount later, so its sponsor pays all of its share or nothing. */
function sponsorTerms(
  { request: { sponsorship }, payment }: Route,
  { deposit }: RouteRates,
): SponsorTerms | undefined {
  return sponsorship === undefined
    ? undefined
    : sponsorTermsOf(sponsorship, {
        currency: deposit,
        isAllOrNothing: payment.address !== undefined,
      });
}

/** The currency in which a sponsor's cap is counted, and whether it may pay a part. */
export interface SponsorTermsOptions {
  readonly currency: RouteRates['deposit'];
  readonly isAllOrNothing: boolean;
}

/** The part of a request's fees that its sponsor takes on. */
export function sponsorTermsOf(
  { components, subsidizationBps, maxSubsidization }: SponsorshipRequest,
  { currency, isAllOrNothing }: SponsorTermsOptions,
): SponsorTerms {
  return {
    isAllOrNothing,
    components,
    bps: BigInt(subsidizationBps),
    cap: maxSubsidization === undefined ? undefined : sponsorCap(maxSubsidization, currency),
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
