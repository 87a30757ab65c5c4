import type { SuspendedDeposit } from '../../chains/deposits/readSuspense.js';

/** Part of a withdrawal that is taken from one deposit. */
export interface WithdrawalPart {
  readonly deposit: SuspendedDeposit;
  /** Smallest units; less than the deposit's where `rest` stays with its owner. */
  readonly amount: bigint;
  readonly rest: bigint;
}

/**
 * Chooses as few parts as make up an amount: the largest first, the last of them in part. Pure.
 *
 * @param parts - the largest first
 * @returns undefined where they do not suffice
 */
export function chooseParts(
  parts: readonly SuspendedDeposit[],
  amount: bigint,
): readonly WithdrawalPart[] | undefined {
  const chosen: WithdrawalPart[] = [];
  let left = amount;
  for (const deposit of parts) {
    if (left === 0n) break;
    const taken = deposit.amount < left ? deposit.amount : left;
    chosen.push({ deposit, amount: taken, rest: deposit.amount - taken });
    left -= taken;
  }
  return left === 0n ? chosen : undefined;
}
