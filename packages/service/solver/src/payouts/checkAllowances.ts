import type { DecidedPayout } from '@portage/settlement';
import type { ChainContext } from '../context.js';
import { wait } from '../plan/decision.js';

const retryMs = 1_000;

/**
 * Puts off fills of a currency that their contract may not take yet: one that is signed before its
 * approval lands would burn its gas. Refunds come out of the depository and need none.
 */
export function checkAllowances(
  { lackOf }: Pick<ChainContext, 'lackOf'>,
  decided: readonly DecidedPayout[],
): readonly DecidedPayout[] {
  return decided.map((one) => {
    const { decision } = one;
    if (decision.type !== 'pay' || decision.intent.type !== 'fill') return one;
    const { currency, amount } = decision.intent.swap ?? decision.intent;
    const lack = lackOf?.(currency, amount);
    return lack === undefined ? one : { ...one, decision: wait(retryMs, lack) };
  });
}
