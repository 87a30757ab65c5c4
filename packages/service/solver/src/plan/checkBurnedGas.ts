import type { FillIntent } from '@portage/core/chain';
import type { DuePayout, PayoutDecision } from '@portage/settlement';
import { fresh, type ChainContext } from '../context.js';
import { areCallsHalted } from './areCallsHalted.js';
import type { Budget } from './createBudget.js';
import { refund, wait } from './decision.js';
import { findBurner } from './findBurner.js';

const openDelayMs = 1_000;
const readingDelayMs = 500;

/**
 * Refuses calls of a payer whose calls keep failing, and halts orders with calls of a payer, an API
 * key, a contract or a whole chain that has burned its budget within the last hour: a caller that
 * can tell a simulation from a block can make us burn gas, and has as many accounts as wanted.
 * Calls that are not over are waited for, because they may burn as much. Pure but for what the
 * chain keeps in memory.
 */
export function checkBurnedGas(
  context: ChainContext,
  { revertedOfPayer, burnedGas, payer, apiKeyId, job: { orderId } }: DuePayout,
  { calls }: Pick<FillIntent, 'calls'>,
  budget: Budget,
): PayoutDecision | undefined {
  if (calls.length === 0) return undefined;
  const { chain, policy } = context;
  if (revertedOfPayer >= policy.fills.revertsPerPayerMax) return refund('EXECUTION_REVERTED');
  const price = fresh(context, context.prices(chain.native.id));
  if (price === undefined) return wait(readingDelayMs, 'the price of gas is not known');
  const native = { decimals: chain.native.decimals, price };
  const targets = calls.map(({ to }) => to);
  const burner = findBurner(burnedGas, { payer, apiKeyId, targets }, native, policy.burnedGas);
  if (burner !== undefined) {
    context.log('calls are halted: they have burned their budget of gas', {
      chain: chain.slug,
      orderId,
      budget: burner,
    });
    return refund('EXECUTION_REVERTED');
  }
  const exposed = burnedGas.open + budget.exposed();
  return exposed > 0n && areCallsHalted(burnedGas.burned + exposed, native, policy.burnedGas)
    ? wait(openDelayMs, 'calls that are not over may burn the budget of gas')
    : undefined;
}
