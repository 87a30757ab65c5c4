import type { FillIntent } from '@portage/core/chain';
import type { ClaimedPayout, PayoutDecision } from '@portage/settlement';
import { fresh, type ChainContext } from '../context.js';
import { areCallsHalted } from './areCallsHalted.js';
import type { Budget } from './createBudget.js';
import { refund, wait } from './decision.js';

const openDelayMs = 1_000;
const readingDelayMs = 500;

/**
 * Refuses calls of a payer whose calls keep failing, and halts orders with calls on a chain where
 * they have burned their budget within the last hour: whoever knows a simulation from a block can
 * make us burn gas, and has as many accounts as wanted. Calls that are
 * not over are waited for, because they may burn as much. Pure but for what the chain keeps in
 * memory.
 */
export function checkBurnedGas(
  context: ChainContext,
  { revertedOfPayer, burnedGas: { burned, open } }: ClaimedPayout,
  { calls }: Pick<FillIntent, 'calls'>,
  budget: Budget,
): PayoutDecision | undefined {
  if (calls.length === 0) return undefined;
  const { chain, policy } = context;
  if (revertedOfPayer >= policy.revertsPerPayerMax) return refund('EXECUTION_REVERTED');
  const price = fresh(context, context.prices(chain.native.id));
  if (price === undefined) return wait(readingDelayMs, 'the price of gas is not known');
  const isHaltedAt = (gas: bigint): boolean =>
    areCallsHalted(gas, { decimals: chain.native.decimals, price }, policy);
  if (isHaltedAt(burned)) {
    context.log('calls are halted: they have burned their budget of gas', { chain: chain.slug });
    return refund('EXECUTION_REVERTED');
  }
  const exposed = open + budget.exposed();
  return exposed > 0n && isHaltedAt(burned + exposed)
    ? wait(openDelayMs, 'calls that are not over may burn the budget of gas')
    : undefined;
}
