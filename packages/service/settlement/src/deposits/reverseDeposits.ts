import { mainLeg } from '../depositId.js';
import { accounts, ledgerAsset } from '../ledger/accounts.js';
import type { Entry, Leg } from '../ledger/createLedger.js';
import type { LostDeposit } from './depositRow.js';
import type { SlotFact } from './readOrderFacts.js';

const nonZero = (legs: readonly Leg[]): readonly Leg[] =>
  legs.filter(({ amount }) => amount !== 0n);

/** What of a lost deposit was spent, in smallest units: each part whose slot is taken. Pure. */
export function spentOf(
  lost: LostDeposit,
  key: string,
  slots: readonly SlotFact[],
  quoted: bigint,
): bigint {
  const isTaken = (leg: string | undefined): boolean =>
    slots.some((slot) => slot.leg === leg && slot.deposit === key);
  if (lost.outcome === undefined || lost.outcome === 'suspense' || lost.outcome === 'requote')
    return 0n;
  if (lost.outcome === 'refund') return isTaken(lost.leg) ? lost.amount : 0n;
  return (isTaken(mainLeg) ? quoted : 0n) + (isTaken(key) ? lost.amount - quoted : 0n);
}

/**
 * The movements of a deposit that a reorg took back: what was spent of it becomes a loss of the
 * house. Pure.
 */
export function lossEntry(lost: LostDeposit, key: string, chainId: number, spent: bigint): Entry {
  const asset = ledgerAsset(chainId, lost.currency);
  const place = lost.outcome === 'suspense' ? accounts.suspense : accounts.escrow(lost.orderId);
  return {
    kind: 'deposit lost',
    ref: `${key}:${String(lost.losses)}`,
    legs: nonZero([
      { account: accounts.outside, asset, amount: lost.amount },
      { account: accounts.pnl, asset, amount: -spent },
      { account: place, asset, amount: spent - lost.amount },
    ]),
  };
}
