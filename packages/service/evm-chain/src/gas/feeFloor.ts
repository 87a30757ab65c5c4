import type { FeeDemand } from '../rpc/readDemand.js';
import type { Fees } from './fees.js';
import type { FeeBounds, Market } from './readFees.js';

/** Milliseconds for which a demand of nodes is remembered: their settings change in weeks. */
const floorMs = 3_600_000;
/** The same of a base fee, which changes with each block. */
const priceMs = 30_000;

/** Minimum fees of nodes, from memory, as their refusals show them. */
export interface FeeFloor {
  /** Learns from refusals of one transaction by every node that was asked. */
  learn(refused: Fees, demands: readonly FeeDemand[]): void;
  /** The market, raised to what nodes take. */
  raise(market: Market): Market;
}

/**
 * Floor under the tip and the price of gas that nodes teach by what they refuse. Where they say
 * what they want, that is it, the least of them, because one node is enough; where they do not, it
 * is twice what they refused. Bounded like the market, so that words cannot make us overpay.
 */
export function createFeeFloor(bounds: FeeBounds, clock: () => number): FeeFloor {
  let tip = { value: 0n, until: 0 };
  let price = { value: 0n, until: 0 };
  return {
    learn: (refused, demands) => {
      const now = clock();
      const wanted = leastOf(demands.flatMap((each) => each.price ?? []));
      if (wanted !== undefined)
        price = { value: least(wanted, bounds.feeCeiling), until: now + priceMs };
      const named = leastOf(demands.flatMap((each) => each.tip ?? []));
      if (named === undefined && wanted !== undefined) return;
      const doubled = 2n * most(refused.maxPriorityFeePerGas, bounds.tipMin);
      tip = { value: least(named ?? doubled, bounds.tipCeiling), until: now + floorMs };
    },
    raise: (market) => {
      const now = clock();
      return {
        baseFee: now < price.until ? most(market.baseFee, price.value) : market.baseFee,
        tip: now < tip.until ? most(market.tip, tip.value) : market.tip,
      };
    },
  };
}

const most = (one: bigint, other: bigint): bigint => (one > other ? one : other);
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

function leastOf(values: readonly bigint[]): bigint | undefined {
  return values.length === 0 ? undefined : values.reduce(least);
}
