import { impact, rate, showSlippage, type Impact, type SponsoredBucket } from '@portage/fees';
import { Money, type FeeBucket, type Fees, type Side, type SwapQuote } from '@portage/core';
import type { PricedRoute } from '../price/pricedRoute.js';
import type { Place } from '../route/catalog.js';
import type { Route } from '../route/findRoute.js';
import { impactText, toleranceText, type ImpactText, type ToleranceText } from './impactText.js';

/** An amount as quotes show it, before it is printed. */
export interface Amount {
  /** Its place in the list of all amounts of the quote. */
  readonly number: number;
  readonly place: Place;
  readonly amount: bigint;
  readonly microUsd: bigint;
  readonly minimum: bigint;
}

/** Everything that the money part of a quote says, before it is printed. */
export interface QuoteContent {
  readonly priced: PricedRoute;
  /** Every amount that is shown somewhere, once. */
  readonly amounts: readonly Amount[];
  readonly fees: Readonly<Record<keyof Fees, Amount>>;
  readonly buckets: Readonly<Record<FeeBucket, BucketContent>>;
  readonly sponsoredTotal: Amount;
  readonly userPaysTotal: Amount;
  readonly currencyIn: Amount;
  /**
   * What would come back: what the order takes, or what is given for a swap that the payer makes
   * alone.
   */
  readonly refunded: Amount;
  /** What the order takes: `currencyIn` itself without a swap before it. */
  readonly paid: Amount;
  /** What the solver is to spend: `currencyOut` itself without a swap behind it. */
  readonly held: Amount;
  readonly currencyOut: Amount;
  /** Who swaps on each side: names of sources, or the solver itself. */
  readonly routers: { readonly origin: string; readonly destination: string };
  readonly impact: Impact;
  readonly impactText: ImpactText;
  readonly rate: string;
  /** What slippage may take of the output. */
  readonly slippage: ToleranceText;
  /**
   * What it may take of what is paid in, or, for an exact output, add to what is given; undefined
   * without a swap there.
   */
  readonly originSlippage: ToleranceText | undefined;
  readonly operation: 'bridge' | 'swap' | 'wrap' | 'unwrap';
  readonly timeEstimateSeconds: number;
  readonly userBalance: bigint;
}

/** One bucket of sponsorship. */
export interface BucketContent {
  readonly selected: boolean;
  readonly total: Amount;
  readonly sponsored: Amount;
  readonly userPays: Amount;
}

/** Works out what a quote shows of a priced route. Pure. */
export function describeQuote(priced: PricedRoute, userBalance: bigint): QuoteContent {
  const {
    route,
    prices,
    fees,
    sponsorship,
    swaps,
    amountGiven,
    amountIn,
    amountHeld,
    amountOut,
    minimumOut,
    leastIn,
  } = priced;
  const amounts: Amount[] = [];
  const charged = createAmounts(amounts, route.origin, prices.origin);
  const paid =
    leastIn === amountIn
      ? charged(amountIn)
      : makeAmount(amounts, {
          place: route.origin,
          side: prices.origin,
          amount: amountIn,
          minimum: leastIn,
        });
  const currencyIn =
    swaps.origin === undefined
      ? paid
      : makeAmount(amounts, {
          place: route.given,
          side: prices.given,
          amount: amountGiven,
          minimum: amountGiven,
        });
  const held =
    swaps.destination === undefined
      ? undefined
      : makeAmount(amounts, {
          place: route.held,
          side: prices.held,
          amount: amountHeld,
          minimum: amountHeld,
        });
  const currencyOut = makeAmount(amounts, {
    place: route.destination,
    side: prices.destination,
    amount: amountOut,
    minimum: minimumOut,
  });
  const gas = makeAmount(amounts, {
    place: route.originNative,
    side: prices.originNative,
    amount: priced.originGas,
    minimum: priced.originGas,
  });
  const relayer = charged(fees.relayer);
  const app = charged(fees.app);
  const subsidized = charged(sponsorship.sponsoredTotal);
  const bucket = ({ selected, total, sponsored, userPays }: SponsoredBucket): BucketContent => ({
    selected,
    total: charged(total),
    sponsored: charged(sponsored),
    userPays: charged(userPays),
  });
  const { execution, swap, 'the service': service, app: appBucket, rent } = sponsorship.buckets;
  const buckets = {
    execution: bucket(execution),
    swap: bucket(swap),
    'the service': bucket(service),
    app: bucket(appBucket),
    rent: bucket(rent),
  };
  const cost = impact({
    in: currencyIn.microUsd,
    out: currencyOut.microUsd,
    relayer: relayer.microUsd,
    execution: buckets.execution.total.microUsd,
    service: buckets['the service'].total.microUsd,
    app: app.microUsd,
    sponsored: subsidized.microUsd,
  });
  return {
    priced,
    amounts,
    fees: {
      gas,
      relayer,
      relayerGas: charged(fees.relayerGas),
      relayerService: charged(fees.relayerService),
      app,
      subsidized,
    },
    buckets,
    sponsoredTotal: subsidized,
    userPaysTotal: charged(sponsorship.userPaysTotal),
    currencyIn,
    refunded: route.isSelfExecuted ? currencyIn : paid,
    paid,
    held: held ?? currencyOut,
    currencyOut,
    routers: { origin: routerOf(swaps.origin), destination: routerOf(swaps.destination) },
    impact: cost,
    impactText: impactText(cost),
    rate: rate(
      { amount: amountGiven, decimals: prices.given.decimals },
      { amount: amountOut, decimals: prices.destination.decimals },
    ),
    slippage: toleranceText(
      showSlippage({
        amount: amountOut,
        minimumAmount: minimumOut,
        microUsd: currencyOut.microUsd,
      }),
    ),
    originSlippage: originSlippage(priced, { currencyIn, paid }),
    operation: operationOf(route),
    timeEstimateSeconds:
      route.origin.chain.secondsPerPayment +
      (route.isSelfExecuted ? 0 : route.destination.chain.secondsPerPayment),
    userBalance,
  };
}

function operationOf({ given, destination, isSelfExecuted }: Route): QuoteContent['operation'] {
  if (given.underlying !== destination.underlying) return 'swap';
  if (!isSelfExecuted) return 'bridge';
  return given.asset.isNative ? 'wrap' : destination.asset.isNative ? 'unwrap' : 'swap';
}

/** Name of the solver's own part in `details.route`. */
const solver = 'portage';

function routerOf(swap: SwapQuote | undefined): string {
  return swap === undefined || swap.parts.length === 0
    ? solver
    : [...new Set(swap.parts.map(({ source }) => source))].join('+');
}

function originSlippage(
  { swaps, leastIn, route }: PricedRoute,
  { currencyIn, paid }: { readonly currencyIn: Amount; readonly paid: Amount },
): ToleranceText | undefined {
  if (swaps.origin === undefined) return undefined;
  if (route.request.body.tradeType !== 'EXACT_OUTPUT')
    return toleranceText(
      showSlippage({ amount: paid.amount, minimumAmount: leastIn, microUsd: paid.microUsd }),
    );
  return toleranceText(
    showSlippage({
      amount: currencyIn.amount,
      minimumAmount: swaps.origin.amountIn,
      microUsd: currencyIn.microUsd,
    }),
  );
}

/** Amounts of one currency; equal amounts are one object, so that they are printed once. */
function createAmounts(all: Amount[], place: Place, side: Side): (amount: bigint) => Amount {
  const known: Amount[] = [];
  return (amount) => {
    // A dozen at most, so looking at each is faster than a map.
    for (const found of known) if (found.amount === amount) return found;
    const made = makeAmount(all, { place, side, amount, minimum: amount });
    known.push(made);
    return made;
  };
}

function makeAmount(
  all: Amount[],
  {
    place,
    side,
    amount,
    minimum,
  }: {
    readonly place: Place;
    readonly side: Side;
    readonly amount: bigint;
    readonly minimum: bigint;
  },
): Amount {
  const made = {
    number: all.length,
    place,
    amount,
    microUsd: Money.usdDown(amount, side.decimals, side.price),
    minimum,
  };
  all.push(made);
  return made;
}
