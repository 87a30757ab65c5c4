import { feeBuckets, type FeeBucket } from '@portage/core';
import BigNumber from 'bignumber.js';
import type { SplitInput } from './drawSplits.js';

const wholeBps = 10_000;
const wholeBpsE4 = 100_000_000;
const microUsdPerUsd = 1_000_000;

/** Input of a split, in the numbers of a decimal library. */
export interface DecimalSplitInput {
  readonly amountIn: BigNumber;
  readonly gas: BigNumber;
  readonly fixed: BigNumber;
  readonly price: BigNumber;
  readonly gatewayBps: number;
  readonly appBpsE4: readonly number[];
  readonly components: readonly FeeBucket[];
  readonly subsidizationBps: number;
  readonly maxMicroUsd: BigNumber;
  readonly slippageBps: number;
  readonly origin: DecimalSide;
  readonly destination: DecimalSide;
}

interface DecimalSide {
  /** 10^decimals. */
  readonly unit: BigNumber;
  readonly usdE12: BigNumber;
}

interface DecimalBucket {
  readonly selected: boolean;
  readonly total: BigNumber;
  readonly sponsored: BigNumber;
  readonly userPays: BigNumber;
}

/** Every amount that a sponsored quote with app fees shows. */
export interface DecimalSplit {
  readonly shares: readonly BigNumber[];
  readonly relayer: BigNumber;
  readonly app: BigNumber;
  readonly buckets: Readonly<Record<FeeBucket, DecimalBucket>>;
  readonly sponsoredTotal: BigNumber;
  readonly userPaysTotal: BigNumber;
  readonly amountOut: BigNumber;
  readonly minimumAmount: BigNumber;
  readonly chargeMicroUsd: BigNumber;
}

const zero = new BigNumber(0);
const floor = (a: BigNumber, by: BigNumber | number): BigNumber => a.dividedToIntegerBy(by);
const ceil = (a: BigNumber, by: BigNumber | number): BigNumber =>
  a.plus(by).minus(1).dividedToIntegerBy(by);
const add = (values: readonly BigNumber[]): BigNumber =>
  values.reduce((sum, value) => sum.plus(value), zero);

/** Converts an input to numbers of the library; not measured. */
export function toDecimals(input: SplitInput): DecimalSplitInput {
  const big = (value: bigint): BigNumber => new BigNumber(value.toString());
  const side = ({ decimals, price }: SplitInput['origin']): DecimalSide => ({
    unit: new BigNumber(10).pow(decimals),
    usdE12: big(price.usdE12),
  });
  return {
    amountIn: big(input.amountIn),
    gas: big(input.gas),
    fixed: big(input.fixed),
    price: big(input.price),
    gatewayBps: Number(input.gatewayBps),
    appBpsE4: input.appFees.map(({ bpsE24 }) => Number(bpsE24 / 10n ** 20n)),
    components: input.components,
    subsidizationBps: Number(input.subsidizationBps),
    maxMicroUsd: big(input.maxMicroUsd),
    slippageBps: Number(input.slippageBps),
    origin: side(input.origin),
    destination: side(input.destination),
  };
}

/**
 * Same split in plain code with the decimal library of most wallets, instead of `@portage/fees`.
 */
export function splitWithDecimals(input: DecimalSplitInput): DecimalSplit {
  const { amountIn, gas, fixed, price, origin, destination, subsidizationBps, slippageBps } = input;
  const shares = input.appBpsE4
    .map((bpsE4) => floor(amountIn.times(bpsE4), wholeBpsE4))
    .filter((amount) => amount.gt(0));
  const app = add(shares);
  const gateway = ceil(amountIn.times(input.gatewayBps), wholeBps);
  const totals: Record<FeeBucket, BigNumber> = {
    execution: gas.plus(fixed),
    swap: price,
    'the service': gateway,
    app,
    rent: zero,
  };
  const shareOf = (total: BigNumber): BigNumber =>
    total.lt(0)
      ? ceil(total.negated().times(subsidizationBps), wholeBps).negated()
      : floor(total.times(subsidizationBps), wholeBps);
  const all = add(feeBuckets.map((bucket) => totals[bucket]));
  const wanted = add(input.components.map((bucket) => shareOf(totals[bucket])));
  let left = BigNumber.max(BigNumber.min(wanted, all), 0);
  left = BigNumber.min(
    left,
    floor(input.maxMicroUsd.times(origin.unit).times(microUsdPerUsd), origin.usdE12),
  );
  const bucketOf = (bucket: FeeBucket): DecimalBucket => {
    const selected = input.components.includes(bucket);
    const sponsored = selected
      ? BigNumber.min(BigNumber.max(shareOf(totals[bucket]), 0), left)
      : zero;
    left = left.minus(sponsored);
    return {
      selected,
      total: totals[bucket],
      sponsored,
      userPays: totals[bucket].minus(sponsored),
    };
  };
  const buckets = {
    execution: bucketOf('execution'),
    swap: bucketOf('swap'),
    'the service': bucketOf('the service'),
    app: bucketOf('app'),
    rent: bucketOf('rent'),
  };
  const sponsoredTotal = add(feeBuckets.map((bucket) => buckets[bucket].sponsored));
  const userPaysTotal = all.minus(sponsoredTotal);
  const amountOut = floor(
    amountIn.minus(userPaysTotal).times(origin.usdE12).times(destination.unit),
    destination.usdE12.times(origin.unit),
  );
  return {
    shares,
    relayer: gas.plus(fixed).plus(price).plus(gateway),
    app,
    buckets,
    sponsoredTotal,
    userPaysTotal,
    amountOut,
    minimumAmount: amountOut.minus(floor(amountOut.times(slippageBps), wholeBps)),
    chargeMicroUsd: ceil(sponsoredTotal.times(origin.usdE12), origin.unit.times(microUsdPerUsd)),
  };
}

/** Amounts of a split in a fixed order, for comparison. */
export function decimalAmountsOf(split: DecimalSplit): readonly string[] {
  const buckets = feeBuckets.flatMap((bucket) => [
    split.buckets[bucket].total,
    split.buckets[bucket].sponsored,
    split.buckets[bucket].userPays,
  ]);
  return [
    ...split.shares,
    split.relayer,
    split.app,
    ...buckets,
    split.sponsoredTotal,
    split.userPaysTotal,
    split.amountOut,
    split.minimumAmount,
    split.chargeMicroUsd,
  ].map((amount) => amount.toFixed(0));
}
