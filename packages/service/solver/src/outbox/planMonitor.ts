import {
  isFinalAt,
  valueAtRisk,
  type ChainProgress,
  type TransactionOutcome,
} from '@portage/core/chain';
import { isAbandoned, type Obligation, type OutboxRow } from '@portage/settlement';
import type { ChainContext } from '../context.js';
import type { TransactionRows } from './inspectRows.js';

/** Decision about an open transaction. */
export type MonitorAction =
  | { readonly type: 'close'; readonly outcome: FinalOutcome }
  | { readonly type: 'replaced' | 'resend' | 'bump' | 'cancel' | 'trace' | 'none' };

type FinalOutcome = Extract<TransactionOutcome, { readonly status: 'mined' | 'reverted' }>;

/** Facts that the decision rests on. */
export interface MonitorFacts {
  /** All payments of the transaction. */
  readonly rows: TransactionRows;
  readonly outcome: TransactionOutcome;
  /** No other open transaction with its sequences was stored later. */
  readonly isNewest: boolean;
  /** Height up to which events were written before the row was read. */
  readonly progress: ChainProgress | undefined;
  /** Newest block of the chain. */
  readonly tip: { readonly height: number; readonly time: number } | undefined;
  /** Nodes refused it for its fee alone. */
  readonly isUnderpriced: boolean;
  /** Right after a start everything unknown is sent again at once. */
  readonly isStart: boolean;
}

/** Nothing of these can be reversed once their money is spent. */
const bookedForGood: readonly Obligation['kind'][] = ['collection', 'rebalance', 'claim'];

function isOutcomeFinal(
  context: ChainContext,
  row: OutboxRow,
  height: number,
  progress: ChainProgress,
): boolean {
  const { obligation } = row;
  if (obligation !== undefined && bookedForGood.includes(obligation.kind))
    return height <= progress.finalizedHeight;
  const value =
    obligation?.kind !== 'payout'
      ? 0n
      : valueAtRisk(
          context.chain,
          { currency: obligation.intent.currency, amount: BigInt(obligation.intent.amount) },
          context.prices,
          context.clock.now(),
        );
  return progress.height >= height && isFinalAt(context.chain, height, value, progress);
}

/** Transactions of which no event of the chain tells. */
const eventless: readonly OutboxRow['purpose'][] = ['relay', 'rebalance', 'cancel'];

/** Whether the chain has told of one of the payments. */
function isAnySeen(rows: TransactionRows): boolean {
  return rows.some(({ purpose, isSeen }) => isSeen && !eventless.includes(purpose));
}

/** Whether the payment is no longer wanted. A refund is wanted whenever it comes. */
function isTooLate({ purpose, obligation }: OutboxRow, tip: MonitorFacts['tip']): boolean {
  const deadline = obligation?.intent.deadline;
  return purpose !== 'refund' && deadline !== undefined && tip !== undefined && tip.time > deadline;
}

/**
 * Whether fills or a call that no node takes have waited out the time that dear gas is waited for,
 * at a fee above which none is covered: their deposits go back now, not at their deadline, until
 * which all later sequences would wait too.
 */
function isWaitedOut({ policy, standing }: ChainContext, rows: TransactionRows): boolean {
  const [{ txId, ageMs }] = rows;
  const hasEnd = rows.every(
    ({ purpose, obligation }) => purpose !== 'refund' && obligation?.intent.deadline !== undefined,
  );
  return hasEnd && standing?.has(txId) === true && ageMs >= policy.fills.gasWaitMs;
}

function planLanded(
  context: ChainContext,
  { rows, progress }: MonitorFacts,
  outcome: FinalOutcome,
): MonitorAction {
  const isSeen = outcome.status === 'reverted' || rows.every((row) => row.isSeen);
  // The block was read without the event of our own payment: it was left out.
  if (!isSeen && (progress?.height ?? -1) >= outcome.height) return { type: 'trace' };
  if (progress === undefined || !isSeen) return { type: 'none' };
  return rows.every((row) => isOutcomeFinal(context, row, outcome.height, progress))
    ? { type: 'close', outcome }
    : { type: 'none' };
}

/**
 * Decides about an open transaction. Its end is believed only when it is final and, for payments,
 * when the chain's own event of each was seen: a receipt alone proves no payment. What is unknown
 * is sent again with the same bytes; what blocks pass over gets a higher fee with the same
 * sequences, later each time, and what nodes refuse for its fee gets one at once; fills, a call or
 * a collection that are too late, all of them, are outbid by a transaction without a payment, and
 * so are those that no node takes at the highest fee that is covered. Pure but for what the chain
 * keeps in memory.
 */
export function planMonitor(context: ChainContext, facts: MonitorFacts): MonitorAction {
  const { rows, outcome, tip } = facts;
  const { policy } = context;
  const [{ sentHeight, versions, ageMs }] = rows;
  if (outcome.status === 'mined' || outcome.status === 'reverted')
    return planLanded(context, facts, outcome);
  // The chain's own event outweighs an answer that it can no longer land.
  if (outcome.status === 'replaced') return { type: isAnySeen(rows) ? 'none' : 'replaced' };
  if (!facts.isNewest) return { type: 'none' };
  // One that must not land keeps the others from landing: their deposits go back.
  if (rows.some(isAbandoned)) return { type: 'cancel' };
  const outbid = (): MonitorAction => ({
    type: rows.every((row) => isTooLate(row, tip)) ? 'cancel' : 'bump',
  });
  // No block can hold what no node takes: waiting for some would be for nothing.
  if (facts.isUnderpriced && outcome.status === 'missing')
    return isWaitedOut(context, rows) ? { type: 'cancel' } : outbid();
  const passed = tip === undefined || sentHeight === undefined ? 0 : tip.height - sentHeight;
  if (passed >= policy.transactions.bumpAfterBlocks * versions) return outbid();
  if (outcome.status === 'missing' && (facts.isStart || ageMs >= policy.transactions.rebroadcastMs))
    return { type: 'resend' };
  return { type: 'none' };
}
