import { depositKey, mainLeg } from '../depositId.js';
import { noEffects, type SettlementEffects } from '../effects/settlementEffects.js';
import { ledgerAsset } from '../ledger/accounts.js';
import type { Entry } from '../ledger/createLedger.js';
import { depositRef, depositReversedEntry } from '../ledger/entries/depositEntries.js';
import type { RequestChange } from '../requests/changeRequests.js';
import type { ReorgedDeposit } from './depositRow.js';
import type { OrderFacts, SlotFact } from './readOrderFacts.js';

/** What of a lost deposit was spent, in smallest units: each part whose slot is taken. Pure. */
function spentOf(
  lost: ReorgedDeposit,
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
function lossEntry(lost: ReorgedDeposit, key: string, chainId: number, spent: bigint): Entry {
  return depositReversedEntry(depositRef(key, lost.losses), {
    orderId: lost.orderId,
    asset: ledgerAsset(chainId, lost.currency),
    amount: lost.amount,
    isSuspended: lost.outcome === 'suspense',
    spent,
  });
}

/** A deposit that a reorg took back, with what that means. */
export interface DepositLoss {
  readonly lost: ReorgedDeposit;
  readonly key: string;
  readonly facts: OrderFacts | undefined;
  /** What of it was spent already, in smallest units. */
  readonly spent: bigint;
}

/** Looks up what of a lost deposit was spent. Pure. */
export function toLoss(
  chainId: number,
  lost: ReorgedDeposit,
  facts: OrderFacts | undefined,
): DepositLoss {
  const key = depositKey({ chainId, txId: lost.txId, ordinal: lost.ordinal });
  const asked = BigInt(facts?.order.inputs[0]?.payment.amount ?? 0);
  const quoted = lost.amount < asked ? lost.amount : asked;
  return { lost, key, facts, spent: spentOf(lost, key, facts?.slots ?? [], quoted) };
}

/** The request waits again, unless another deposit or a payment holds its main leg. */
function requestChangesOf({ facts, lost }: DepositLoss): readonly RequestChange[] {
  if (facts === undefined || facts.slots.some(({ leg }) => leg === mainLeg)) return [];
  if (facts.deposits.some(({ state, leg }) => state === 'final' && leg === mainLeg)) return [];
  return [{ orderId: lost.orderId, events: ['depositLost'], failReason: 'N/A' }];
}

/**
 * Effects of deposits that a reorg took back: what nothing was spent on is undone as if it had not
 * been, and what was spent is booked as a loss of the operator. Pure.
 */
export function reverseDeposits(
  chainId: number,
  losses: readonly DepositLoss[],
): SettlementEffects {
  return {
    ...noEffects,
    entries: losses
      .filter(({ lost }) => lost.outcome !== undefined)
      .map(({ lost, key, spent }) => lossEntry(lost, key, chainId, spent)),
    requests: losses.flatMap(requestChangesOf),
  };
}
