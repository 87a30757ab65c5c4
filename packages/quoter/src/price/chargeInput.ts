import {
  splitAppFees,
  splitFees,
  sponsorFees,
  unsponsored,
  type AppFees,
  type AppFeeTerms,
  type FeeSplit,
  type Sponsorship,
  type SponsorTerms,
} from '@portage/fees';
import { Money } from '@portage/core';

/** What the solver's side of a route costs, origin currency. */
export interface Costs {
  readonly gas: bigint;
  /** Rent of the accounts that the payment opens. */
  readonly rent: bigint;
  readonly fixed: bigint;
  readonly gatewayBps: bigint;
  /** What an input costs for the way in which it moves liquidity; negative for a reward. */
  readonly rebalancing: (amountIn: bigint) => bigint;
  readonly appFees: readonly AppFeeTerms[];
  /** What a sponsor takes on, with its cap in the origin currency. */
  readonly sponsor: SponsorTerms | undefined;
}

/** What is charged for an input, origin currency. */
export interface Charge {
  readonly fees: FeeSplit;
  readonly appFees: AppFees;
  readonly sponsorship: Sponsorship;
}

/**
 * What is charged for an input. The service's share is rounded up, app fees down (SPEC). A reward
 * is at most what the solver charges beside it: `relayer` is never negative, so no way through any
 * places and back gains anything, whatever the solver holds and however old its balances are.
 */
export function chargeInput(
  amountIn: bigint,
  { gas, rent, fixed, gatewayBps, rebalancing, appFees: terms, sponsor }: Costs,
): Charge {
  const gateway = Money.mulDivUp(amountIn, gatewayBps, Money.wholeBps);
  const lowest = -(gas + fixed + gateway);
  const wanted = rebalancing(amountIn);
  const appFees = splitAppFees(amountIn, terms);
  const fees = splitFees({
    gas,
    fixed,
    price: wanted > lowest ? wanted : lowest,
    gateway,
    app: appFees.total,
    rent,
  });
  return {
    fees,
    appFees,
    sponsorship:
      sponsor === undefined ? unsponsored(fees.buckets) : sponsorFees(fees.buckets, sponsor),
  };
}
