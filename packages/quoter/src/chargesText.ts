import type { AppFeeShare } from '@portage/fees';
import { Money, type GaslessTerms, type PermitTerms } from '@portage/core';
import type { FillFunds, LateTerms, OrderCharges, ShortTerms } from '@portage/store';
import type { PricedRoute } from './price/pricedRoute.js';
import type { SponsorCharge } from './sponsor.js';

/** How the solver makes the deposit, where it does. */
export interface DepositTerms {
  readonly permit: PermitTerms | undefined;
  readonly gasless: GaslessTerms | undefined;
}

/**
 * JSON text of what a fill books beside the payment and how it is made, late, short or by a swap;
 * undefined where there is nothing of it.
 */
export function chargesText(
  priced: PricedRoute,
  sponsor: SponsorCharge | undefined,
  { permit, gasless }: DepositTerms,
): string | undefined {
  if (priced.route.isSelfExecuted) return undefined;
  const late = lateTerms(priced);
  const fill = fillFunds(priced);
  const short = shortTerms(priced);
  const { callsGas, authorizations } = priced.route.extras;
  const isPlain =
    callsGas === undefined &&
    authorizations.length === 0 &&
    fill === undefined &&
    short === undefined &&
    permit === undefined &&
    gasless === undefined;
  if (priced.appFees.length === 0 && sponsor === undefined && late === undefined && isPlain)
    return undefined;
  // Members that are undefined are not printed.
  const charges = {
    appFees: priced.appFees.map((share) => describeShare(share, priced)),
    sponsor:
      sponsor === undefined
        ? undefined
        : { account: sponsor.account, microUsd: sponsor.microUsd.toString(), ...sponsor.currency },
    late,
    fill,
    short,
    callsGas,
    authorizations: authorizations.length === 0 ? undefined : authorizations,
    permit,
    gasless,
  } satisfies { readonly [Member in keyof OrderCharges]-?: OrderCharges[Member] | undefined };
  return JSON.stringify(charges);
}

/**
 * Fees of one recipient are added up before they are taken off the input, and so are their basis
 * points.
 */
function describeShare(
  { recipient, amount }: AppFeeShare,
  { route, prices: { origin } }: PricedRoute,
): OrderCharges['appFees'][number] {
  const bpsE4 = route.appFees
    .filter((fee) => fee.recipient === recipient)
    .reduce((sum, fee) => sum + fee.bpsE4, 0n);
  return {
    account: recipient,
    amount: amount.toString(),
    bps: Money.format(bpsE4, 4),
    microUsd: Money.usdDown(amount, origin.decimals, origin.price).toString(),
  };
}

/** What was charged for gas is rounded up, so that a late payer owes no part of it again. */
function lateTerms({ route, prices, fees, minimumInTime }: PricedRoute): LateTerms | undefined {
  const bps = route.request.latePaymentSlippageBps ?? 0n;
  if (bps === 0n) return undefined;
  return {
    toleranceBps: bps.toString(),
    minimum: minimumInTime.toString(),
    gas: Money.convertUp(fees.relayerGas, prices.origin, prices.destination).toString(),
    origin: { assetId: route.origin.asset.id, usdE12: prices.origin.price.usdE12.toString() },
    destination: {
      assetId: route.destination.asset.id,
      usdE12: prices.destination.price.usdE12.toString(),
    },
  };
}

/** What the solver is to give for what the order pays, where pools stand between them. */
function fillFunds({ route, swaps, amountHeld }: PricedRoute): FillFunds | undefined {
  if (swaps.destination === undefined) return undefined;
  const { tradeType, enableTrueExactOutput } = route.request.body;
  const isSolvers = tradeType === 'EXACT_OUTPUT' && enableTrueExactOutput;
  const { included, excluded } = route.filters.destination;
  return {
    currency: route.held.asset.address,
    amount: amountHeld.toString(),
    ...(isSolvers ? { surplusTo: 'solver' } : {}),
    ...(included === undefined ? {} : { included }),
    ...(excluded === undefined ? {} : { excluded }),
  };
}

/**
 * How an order is filled whose deposit is less than was quoted, because a swap before it brought
 * less.
 */
function shortTerms({ amountIn, leastIn, sponsorship }: PricedRoute): ShortTerms | undefined {
  return leastIn === amountIn
    ? undefined
    : { least: leastIn.toString(), fees: sponsorship.userPaysTotal.toString() };
}
