import { depositKey, mainLeg } from '../../kit/depositId.js';
import { noEffects, type SettlementEffects } from '../../transactions/effects/settlementEffects.js';
import { ledgerAsset, type LedgerChain } from '../../books/ledger/accounts.js';
import type { Entry } from '../../books/ledger/createLedger.js';
import { depositRef, depositReversedEntry } from '../../books/ledger/entries/depositEntries.js';
import type { RequestChange } from '../../orders/requests/changeRequests.js';
import { unclaimedOwner } from './depositOwner.js';
import { mainPart } from './mainPart.js';
import type { ReorgedDeposit } from './depositRow.js';
import type { OrderFacts, SettlementFact } from './readOrderFacts.js';

/**
 * Part of a reorged deposit that was spent, in smallest units: each part that has its settlement.
 * Pure.
 */
function spentOf(
  deposit: ReorgedDeposit,
  key: string,
  settlements: readonly SettlementFact[],
  quoted: bigint,
): bigint {
  const isTaken = (leg: string | undefined): boolean =>
    settlements.some((settlement) => settlement.leg === leg && settlement.deposit === key);
  if (
    deposit.outcome === undefined ||
    deposit.outcome === 'suspense' ||
    deposit.outcome === 'requote'
  )
    return 0n;
  if (deposit.outcome === 'refund') return isTaken(deposit.leg) ? deposit.amount : 0n;
  return (isTaken(mainLeg) ? quoted : 0n) + (isTaken(key) ? deposit.amount - quoted : 0n);
}

/**
 * Entry of a deposit that a reorg took back: what was spent of it becomes a loss of the operator.
 * Pure.
 */
function reversalEntry(
  deposit: ReorgedDeposit,
  key: string,
  chain: LedgerChain,
  spent: bigint,
): Entry {
  return depositReversedEntry(depositRef(key, deposit.reorgCount), {
    orderId: deposit.orderId,
    asset: ledgerAsset(chain.id, deposit.currency),
    amount: deposit.amount,
    isSuspended: deposit.outcome === 'suspense',
    owner: unclaimedOwner(deposit, chain.native),
    spent,
  });
}

/** A deposit that a reorg took back, with what that means. */
export interface DepositReversal {
  readonly deposit: ReorgedDeposit;
  readonly key: string;
  readonly facts: OrderFacts | undefined;
  /** Part of it that was spent already, in smallest units. */
  readonly spent: bigint;
}

/** Looks up how much of a reorged deposit was spent. Pure. */
export function toReversal(
  chainId: number,
  deposit: ReorgedDeposit,
  facts: OrderFacts | undefined,
): DepositReversal {
  const key = depositKey({ chainId, txId: deposit.txId, ordinal: deposit.ordinal });
  const quoted = facts === undefined ? 0n : mainPart(facts, deposit.amount);
  return { deposit, key, facts, spent: spentOf(deposit, key, facts?.settlements ?? [], quoted) };
}

/** The request waits again, unless another deposit or a payment holds its main leg. */
function requestChangesOf({ facts, deposit }: DepositReversal): readonly RequestChange[] {
  if (facts === undefined || facts.settlements.some(({ leg }) => leg === mainLeg)) return [];
  if (facts.deposits.some(({ state, leg }) => state === 'final' && leg === mainLeg)) return [];
  return [{ orderId: deposit.orderId, events: ['depositLost'], failReason: 'N/A' }];
}

/**
 * Effects of deposits that a reorg took back: what nothing was spent on is undone as if it had not
 * been, and what was spent is booked as a loss of the operator. Pure.
 */
export function reverseDeposits(
  chain: LedgerChain,
  reversals: readonly DepositReversal[],
): SettlementEffects {
  return {
    ...noEffects,
    entries: reversals
      .filter(({ deposit }) => deposit.outcome !== undefined)
      .map(({ deposit, key, spent }) => reversalEntry(deposit, key, chain, spent)),
    requests: reversals.flatMap(requestChangesOf),
  };
}
