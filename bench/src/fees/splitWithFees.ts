import { feeBuckets, Money } from '@portage/core';
import {
  applySlippage,
  splitAppFees,
  splitFees,
  sponsorCap,
  sponsorCharge,
  sponsorFees,
  type AppFees,
  type FeeSplit,
  type Slippage,
  type Sponsorship,
} from '@portage/fees';
import type { SplitInput } from './drawSplits.js';

/** Every amount that a sponsored quote with app fees shows. */
export interface Split {
  readonly appFees: AppFees;
  readonly fees: FeeSplit;
  readonly sponsorship: Sponsorship;
  readonly amountOut: bigint;
  readonly slippage: Slippage;
  readonly chargeMicroUsd: bigint;
}

/** Whole split of fees with `@portage/fees`. */
export function splitWithFees(input: SplitInput): Split {
  const {
    amountIn,
    gas,
    fixed,
    price,
    gatewayBps,
    components,
    subsidizationBps,
    maxMicroUsd,
    slippageBps,
    origin,
    destination,
  } = input;
  const appFees = splitAppFees(amountIn, input.appFees);
  const fees = splitFees({
    gas,
    fixed,
    price,
    gateway: Money.mulDivUp(amountIn, gatewayBps, Money.wholeBps),
    app: appFees.total,
    rent: 0n,
  });
  const sponsorship = sponsorFees(fees.buckets, {
    components,
    bps: subsidizationBps,
    cap: sponsorCap(maxMicroUsd, origin),
  });
  const amountOut = Money.convertDown(amountIn - sponsorship.userPaysTotal, origin, destination);
  return {
    appFees,
    fees,
    sponsorship,
    amountOut,
    slippage: applySlippage(amountOut, slippageBps),
    chargeMicroUsd: sponsorCharge(sponsorship.sponsoredTotal, origin),
  };
}

/** Amounts of a split in a fixed order, for comparison. */
export function amountsOf({
  appFees,
  fees,
  sponsorship,
  amountOut,
  slippage,
  chargeMicroUsd,
}: Split): readonly string[] {
  const buckets = feeBuckets.flatMap((bucket) => [
    sponsorship.buckets[bucket].total,
    sponsorship.buckets[bucket].sponsored,
    sponsorship.buckets[bucket].userPays,
  ]);
  return [
    ...appFees.shares.map(({ amount }) => amount),
    fees.relayer,
    fees.app,
    ...buckets,
    sponsorship.sponsoredTotal,
    sponsorship.userPaysTotal,
    amountOut,
    slippage.minimumAmount,
    chargeMicroUsd,
  ].map(String);
}
