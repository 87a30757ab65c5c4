import { Money } from '@portage/core';
import type { Chain, PriceSource } from '@portage/core/chain';
import type { DuePayout, PayoutRefusal } from '@portage/settlement';
import { fresh, type Freshness } from '../context.js';
import { pricesUnknown } from './judgeCost.js';
import type { SolverPolicy } from '../policy/solverPolicy.js';

const cheaperDelayMs = 2_000;

/** Chain, prices and policy by which the fee of a fill is bounded. */
export interface FillFeeContext extends Freshness {
  readonly chain: Pick<Chain, 'native' | 'slug'>;
  readonly prices: PriceSource['price'];
  readonly policy: Pick<SolverPolicy, 'work' | 'fills'>;
}

/**
 * The most that the fee of one fill may cost on a chain, native currency, rounded down; undefined
 * where the operator bounds nothing, or the price is not known. Pure.
 */
export function fillFeeMax(context: FillFeeContext): bigint | 'none' | 'unknown' {
  const { chain, policy } = context;
  const microUsd = policy.fills.feeMicroUsdMax[chain.slug];
  if (microUsd === undefined) return 'none';
  const price = fresh(context, context.prices(chain.native.id));
  return price === undefined
    ? 'unknown'
    : Money.fromUsdDown(microUsd, chain.native.decimals, price);
}

/**
 * Holds a fill whose fee is above the operator's ceiling, whatever was charged for it: it waits
 * `fills.gasWaitMs` for cheaper gas, then its deposit goes back. Undefined where it may be signed.
 * Pure.
 *
 * @param gas - cost of the fill now, native currency
 */
export function checkFillFee(
  context: FillFeeContext,
  { waitedMs }: Pick<DuePayout, 'waitedMs'>,
  gas: bigint,
): PayoutRefusal | undefined {
  const most = fillFeeMax(context);
  if (most === 'none') return undefined;
  if (most === 'unknown') return pricesUnknown;
  if (gas <= most) return undefined;
  const left = context.policy.fills.gasWaitMs - waitedMs;
  if (left <= 0) return { type: 'refund', reason: 'QUOTED_GAS_LIMIT_EXCEEDED' };
  const reason = `the fee of a fill is above fillUsdMax of ${context.chain.slug}`;
  return { type: 'wait', delayMs: Math.min(left, cheaperDelayMs), reason };
}
