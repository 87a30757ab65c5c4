import { impact, rate, showSlippage, type Impact, type SlippageShown, type SponsoredBucket } from '@portage/fees';
import { Money, type FeeBucket, type Fees, type Side } from '@portage/core';
import type { PricedRoute } from '../price/priceRoute.js';
import type { Place } from '../route/catalog.js';

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
  readonly currencyOut: Amount;
  readonly impact: Impact;
  readonly rate: string;
  /** What slippage may take of the output. */
  readonly slippage: SlippageShown;
  readonly operation: 'bridge' | 'swap';
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
  const { route, prices, fees, sponsorship, amountIn, amountOut, minimumOut } = priced;
  const amounts: Amount[] = [];
  const charged = createAmounts(amounts, route.origin, prices.origin);
  const currencyIn = charged(amountIn);
  const currencyOut = makeAmount(amounts, { place: route.destination, side: prices.destination, amount: amountOut, minimum: minimumOut });
  const gas = makeAmount(amounts, { place: route.originNative, side: prices.originNative, amount: priced.originGas, minimum: priced.originGas });
  const relayer = charged(fees.relayer);
  const app = charged(fees.app);
  const subsidized = charged(sponsorship.sponsoredTotal);
  const bucket = ({ selected, total, sponsored, userPays }: SponsoredBucket): BucketContent => ({ selected, total: charged(total), sponsored: charged(sponsored), userPays: charged(userPays) });
  const { execution, swap, 'the service': service, app: appBucket, rent } = sponsorship.buckets;
  const buckets = { execution: bucket(execution), swap: bucket(swap), 'the service': bucket(service), app: bucket(appBucket), rent: bucket(rent) };
  return {
    priced,
    amounts,
    fees: { gas, relayer, relayerGas: charged(fees.relayerGas), relayerService: charged(fees.relayerService), app, subsidized },
    buckets,
    sponsoredTotal: subsidized,
    userPaysTotal: charged(sponsorship.userPaysTotal),
    currencyIn,
    currencyOut,
    impact: impact({
      in: currencyIn.microUsd,
      out: currencyOut.microUsd,
      relayer: relayer.microUsd,
      execution: buckets.execution.total.microUsd,
      service: buckets['the service'].total.microUsd,
      app: app.microUsd,
      sponsored: subsidized.microUsd,
    }),
    rate: rate({ amount: amountIn, decimals: prices.origin.decimals }, { amount: amountOut, decimals: prices.destination.decimals }),
    slippage: showSlippage({ amount: amountOut, minimumAmount: minimumOut, microUsd: currencyOut.microUsd }),
    operation: route.origin.underlying === route.destination.underlying ? 'bridge' : 'swap',
    timeEstimateSeconds: route.origin.chain.secondsPerPayment + route.destination.chain.secondsPerPayment,
    userBalance,
  };
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

function makeAmount(all: Amount[], { place, side, amount, minimum }: { readonly place: Place; readonly side: Side; readonly amount: bigint; readonly minimum: bigint }): Amount {
  const made = { number: all.length, place, amount, microUsd: Money.usdDown(amount, side.decimals, side.price), minimum };
  all.push(made);
  return made;
}
