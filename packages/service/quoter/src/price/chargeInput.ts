import {
  splitAppFees,
  splitFees,
  sponsorFees,
  unsponsored,
  type AppFees,
  type FeeParts,
  type FeeSplit,
  type Sponsorship,
} from '@portage/fees';
import { Money } from '@portage/core';
import type { Costs } from './costs.js';

/** Charge for an input, deposit currency. */
export interface Charge {
  /** Parts that the fees are made from. */
  readonly feeParts: FeeParts;
  readonly fees: FeeSplit;
  readonly appFees: AppFees;
  readonly sponsorship: Sponsorship;
}

/**
 * The charge for an input. The service's share is rounded up, app fees down
 * (docs/spec/sponsorship.md#fees). A reward is at most what the solver charges beside it, the cost
 * of a path left out: `relayer` is never negative, so no way through any currencies and back
 * gains anything, whatever the solver holds and however old its balances are.
 */
export function chargeInput(
  amountIn: bigint,
  { gas, rent, fixed, gatewayBps, external, rebalancing, appFees: terms, sponsor }: Costs,
): Charge {
  const gateway = Money.mulDivUp(amountIn, gatewayBps, Money.wholeBps);
  const lowest = -(gas + fixed + gateway);
  const wanted = rebalancing(amountIn);
  const appFees = splitAppFees(amountIn, terms);
  const feeParts: FeeParts = {
    gas,
    fixed: fixed + external(amountIn),
    price: wanted > lowest ? wanted : lowest,
    gateway,
    app: appFees.total,
    rent,
  };
  const fees = splitFees(feeParts);
  return { feeParts, fees, appFees, sponsorship: sponsorshipOf(fees, sponsor) };
}

/** The parts of fees that sponsor and user pay. */
export function sponsorshipOf({ buckets }: FeeSplit, sponsor: Costs['sponsor']): Sponsorship {
  return sponsor === undefined ? unsponsored(buckets) : sponsorFees(buckets, sponsor);
}

/**
 * Steps towards the least input before it is searched for; enough unless fees take nearly
 * everything.
 */
const stepsMax = 24;

/** Doublings of the input after which fees are known to take all of it. */
const doublingsMax = 32;

/**
 * The least input that leaves `needed` after what the user pays of it. Undefined where no input
 * does, because fees take nearly all of it.
 *
 * Each step pays the fees of the one before, so it comes near from below and stops where nothing is
 * missing; fees that take nearly everything come near too slowly, and the rest of the way is
 * halved.
 *
 * @param userPays - what the user pays of an input; it grows with the input
 */
export function leastInput(
  needed: bigint,
  userPays: (amountIn: bigint) => bigint,
): bigint | undefined {
  let low = needed;
  for (let step = 0; step < stepsMax; step += 1) {
    const next = needed + userPays(low);
    if (next <= low) return low;
    low = next;
  }
  const isEnough = (amountIn: bigint): boolean => amountIn >= needed + userPays(amountIn);
  let high = low;
  for (let doubling = 0; !isEnough(high); doubling += 1) {
    if (doubling === doublingsMax) return undefined;
    high *= 2n;
  }
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}
