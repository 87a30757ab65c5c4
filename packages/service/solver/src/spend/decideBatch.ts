import type { DepositEvent } from '@portage/core';
import type { ClaimedSpend, InventoryRow, DecidedPayout } from '@portage/settlement';
import type { Desk } from '../context.js';
import { createBudget } from '../plan/createBudget.js';
import { wait } from '../plan/decision.js';
import { planFill } from '../plan/planFill.js';
import { planRefund } from '../plan/planRefund.js';

/** Decides about payments in their order, each with what those before it have left. */
export function decideBatch(
  desk: Desk,
  spends: readonly ClaimedSpend[],
  inventory: readonly InventoryRow[],
  sponsors: ReadonlyMap<string, bigint>,
): readonly DecidedPayout[] {
  const budget = createBudget(inventory, sponsors);
  return spends.map((spend) => ({
    spend,
    decision:
      spend.kind === 'fill' ? planFill(desk, spend, budget) : planRefund(desk, spend, budget),
  }));
}

const confirmMsMax = 10_000;

async function confirmOn(
  desk: Desk,
  chainId: number,
  deposits: readonly DepositEvent[],
): Promise<readonly boolean[]> {
  try {
    return await desk.chains
      .byId(chainId)
      .observe.confirm(deposits, desk.clock.timeout(confirmMsMax));
  } catch (error) {
    desk.log('deposits could not be confirmed', {
      chainId,
      error: error instanceof Error ? error.message : String(error),
    });
    return deposits.map(() => false);
  }
}

/**
 * Puts off payments whose deposits a quorum of endpoints does not confirm: money leaves only on
 * their word.
 */
export async function confirmBatch(
  desk: Desk,
  decided: readonly DecidedPayout[],
): Promise<readonly DecidedPayout[]> {
  const paying = decided.filter(({ decision }) => decision.type === 'pay');
  const refused = new Set<ClaimedSpend>();
  for (const chainId of new Set(paying.map(({ spend }) => spend.payload.chainId))) {
    const spends = paying
      .filter(({ spend }) => spend.payload.chainId === chainId)
      .map(({ spend }) => spend);
    const answers = await confirmOn(
      desk,
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
