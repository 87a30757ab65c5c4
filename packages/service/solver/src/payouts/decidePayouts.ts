import { describeError } from '@portage/core';
import type { DepositEvent } from '@portage/core/chain';
import type { DuePayout, InventoryRow, DecidedPayout } from '@portage/settlement';
import type { ChainContext } from '../context.js';
import { createBudget } from '../plan/createBudget.js';
import { wait } from '../plan/decision.js';
import { planFill } from '../plan/planFill.js';
import { planRefund } from '../plan/planRefund.js';

/** Decides about payments in their order, each with what those before it have left. */
export function decidePayouts(
  context: ChainContext,
  spends: readonly DuePayout[],
  inventory: readonly InventoryRow[],
  sponsors: ReadonlyMap<string, bigint>,
): readonly DecidedPayout[] {
  // A balance that cannot be read, or of which something is missing, is not spent.
  const sound = inventory.filter(
    ({ currency, isHalted }) =>
      isHalted !== true && context.chain.balances.unreadable?.(currency) === undefined,
  );
  const budget = createBudget(sound, sponsors);
  return spends.map((spend) => ({
    spend,
    decision:
      spend.job.kind === 'fill'
        ? planFill(context, spend, budget)
        : planRefund(context, spend, budget),
  }));
}

const confirmMsMax = 10_000;

async function confirmOn(
  context: ChainContext,
  chainId: number,
  deposits: readonly DepositEvent[],
): Promise<readonly boolean[]> {
  try {
    return await context.chains
      .byId(chainId)
      .observe.confirm(deposits, context.clock.timeout(confirmMsMax));
  } catch (error) {
    context.log('deposits could not be confirmed', { chainId, error: describeError(error) });
    return deposits.map(() => false);
  }
}

/**
 * Puts off payments whose deposits a quorum of endpoints does not confirm: money leaves only on
 * their word.
 */
export async function confirmPayouts(
  context: ChainContext,
  decided: readonly DecidedPayout[],
): Promise<readonly DecidedPayout[]> {
  const paying = decided.filter(({ decision }) => decision.type === 'pay');
  const refused = new Set<DuePayout>();
  for (const chainId of new Set(paying.map(({ spend }) => spend.job.deposit.chainId))) {
    const spends = paying
      .filter(({ spend }) => spend.job.deposit.chainId === chainId)
      .map(({ spend }) => spend);
    const answers = await confirmOn(
      context,
      chainId,
      spends.map(({ deposit }) => deposit),
    );
    spends.forEach((spend, index) => {
      if (answers[index] !== true) refused.add(spend);
    });
  }
  if (refused.size === 0) return decided;
  return decided.map((one) =>
    refused.has(one.spend)
      ? { ...one, decision: wait(1_000, 'the quorum does not confirm the deposit') }
      : one,
  );
}
