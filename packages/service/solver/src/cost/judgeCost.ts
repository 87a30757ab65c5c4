import { Money } from '@portage/core';
import type { Chain, PriceSource } from '@portage/core/chain';
import { fresh, type Freshness } from '../context.js';
import type { SolverPolicy } from '../policy/solverPolicy.js';

const readingDelayMs = 500;
const cheaperDelayMs = 2_000;

/** Chain, prices and policy by which costs are judged. */
export interface CostContext extends Freshness {
  readonly chain: Pick<Chain, 'native'>;
  readonly prices: PriceSource['price'];
  readonly policy: Pick<SolverPolicy, 'work' | 'fills'>;
}

/** A transaction that is about to be signed. Amounts are of the chain's native currency. */
export interface JudgedCost {
  /** Cost of now, smallest units. */
  readonly cost: bigint;
  /**
   * Charge for it, or the part of its earnings that it may cost; undefined where neither is known,
   * as in orders from before charges were kept.
   */
  readonly charged: bigint | undefined;
  /** Value that it brings: it never costs more. Undefined where that bounds nothing. */
  readonly worth?: bigint | undefined;
  /** Milliseconds for which it has waited. */
  readonly waitedMs: number;
  /** Its cost can come off what it pays; otherwise it ends. */
  readonly comesOff?: boolean | undefined;
}

/** Judgement of a cost. */
export type CostVerdict =
  | { readonly type: 'pay' }
  | { readonly type: 'wait'; readonly delayMs: number; readonly reason: string }
  /** Amount beyond the charge, native currency, that comes off what is paid. */
  | { readonly type: 'takeOff'; readonly amount: bigint }
  | { readonly type: 'end' };

const pay: CostVerdict = { type: 'pay' };

/** Waits for prices without which nothing can be said. */
export const pricesUnknown = {
  type: 'wait',
  delayMs: readingDelayMs,
  reason: 'prices are not known',
} as const;

/**
 * The most that something may cost for which so much was charged: `fills.gasFactorMax` times the
 * charge, or the charge and `fills.gasLossMicroUsdMax` where that is more. Rounded down; undefined
 * while the price of the native currency is not known. Pure.
 */
export function coveredCost(context: CostContext, charged: bigint): bigint | undefined {
  const { chain, policy } = context;
  const price = fresh(context, context.prices(chain.native.id));
  if (price === undefined) return undefined;
  const beyond =
    charged + Money.fromUsdDown(policy.fills.gasLossMicroUsdMax, chain.native.decimals, price);
  const multiple = charged * policy.fills.gasFactorMax;
  return beyond > multiple ? beyond : multiple;
}

/**
 * Judges what a transaction costs now against what was charged for it or what it earns. Every
 * planner asks it when it signs, so that the solver cannot be made to pay for dear gas. What costs
 * more than the policy covers waits `fills.gasWaitMs` for cheaper gas; then the rest comes off what
 * is paid, or it ends. Pure.
 */
export function judgeCost(context: CostContext, judged: JudgedCost): CostVerdict {
  const { cost, charged, worth, waitedMs, comesOff } = judged;
  const { policy } = context;
  const isWorth = worth === undefined || cost <= worth;
  if (isWorth && (charged === undefined || cost <= charged * policy.fills.gasFactorMax)) return pay;
  if (isWorth && charged !== undefined) {
    const covered = coveredCost(context, charged);
    if (covered === undefined) return pricesUnknown;
    if (cost <= covered) return pay;
  }
  const left = policy.fills.gasWaitMs - waitedMs;
  if (left > 0)
    return {
      type: 'wait',
      delayMs: Math.min(left, cheaperDelayMs),
      reason: 'gas costs more than was charged',
    };
  return comesOff === true && isWorth && charged !== undefined
    ? { type: 'takeOff', amount: cost - charged }
    : { type: 'end' };
}
