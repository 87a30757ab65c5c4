import { impact, rate, showSlippage, type Impact, type SlippageShown } from '@portage/fees';
import { Money, feeBuckets, type FeeBucket, type Fees, type Side } from '@portage/core';
import type { PricedRoute } from '../price/priceRoute.js';
import type { Place } from '../route/catalog.js';

/** An amount as quotes show it, before it is printed. */
export interface Amount {
  readonly place: Place;
  readonly amount: bigint;
  readonly microUsd: bigint;
  readonly minimum: bigint;
}

/** Everything that the money part of a quote says, before it is printed. */
export interface QuoteContent {
  readonly priced: PricedRoute;
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
  const charged = createAmounts(route.origin, prices.origin);
  const currencyIn = charged(amountIn);
  const currencyOut = { ...createAmounts(route.destination, prices.destination)(amountOut), minimum: minimumOut };
  const relayer = charged(fees.relayer);
  const app = charged(fees.app);
  const subsidized = charged(sponsorship.sponsoredTotal);
  const buckets = Object.fromEntries(
    feeBuckets.map((name) => {
      const { selected, total, sponsored, userPays } = sponsorship.buckets[name];
      return [name, { selected, total: charged(total), sponsored: charged(sponsored), userPays: charged(userPays) }];
    }),
  ) as Record<FeeBucket, BucketContent>; // One entry for each bucket, by construction.
  return {
    priced,
    fees: {
      gas: createAmounts(route.originNative, prices.originNative)(priced.originGas),
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
function createAmounts(place: Place, { decimals, price }: Side): (amount: bigint) => Amount {
  const known = new Map<bigint, Amount>();
  return (amount) => {
    const found = known.get(amount);
    if (found !== undefined) return found;
    const made = { place, amount, microUsd: Money.usdDown(amount, decimals, price), minimum: amount };
    known.set(amount, made);
    return made;
  };
}
