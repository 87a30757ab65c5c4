import {
  isFinalAt,
  valueAtRisk,
  type ChainProgress,
  type TransactionOutcome,
} from '@portage/core/chain';
import { isAbandoned, type OutboxRow } from '@portage/settlement';
import type { ChainContext } from '../context.js';

/** Decision about an open transaction. */
export type MonitorAction =
  | {
      readonly type: 'close';
      readonly outcome: Extract<TransactionOutcome, { readonly status: 'mined' | 'reverted' }>;
    }
  | { readonly type: 'replaced' | 'resend' | 'bump' | 'cancel' | 'trace' | 'none' };

/** Facts that the decision rests on. */
export interface MonitorFacts {
  readonly row: OutboxRow;
  readonly outcome: TransactionOutcome;
  /** No other open transaction with its sequence was stored later. */
  readonly isNewest: boolean;
  /** Height up to which events were written before the row was read. */
  readonly progress: ChainProgress | undefined;
  /** Newest block of the chain. */
  readonly tip: { readonly height: number; readonly time: number } | undefined;
  /** Right after a start everything unknown is sent again at once. */
  readonly isStart: boolean;
}

function isOutcomeFinal(
  context: ChainContext,
  row: OutboxRow,
  height: number,
  progress: ChainProgress,
): boolean {
  // It is booked for good: nothing of it can be reversed once its money is spent.
  if (row.collection !== undefined) return height <= progress.finalizedHeight;
  const value =
    row.payout === undefined
      ? 0n
      : valueAtRisk(
          context.chain,
          { currency: row.payout.intent.currency, amount: BigInt(row.payout.intent.amount) },
          context.prices,
          context.clock.now(),
        );
  return progress.height >= height && isFinalAt(context.chain, height, value, progress);
}

/**
 * Decides about an open transaction. Its end is believed only when it is final and, for a payment,
 * when the chain's own event was seen: a receipt alone pays nobody. What is unknown is sent again
 * with the same bytes; what blocks pass over gets a higher fee with the same sequence, later each
 * time; a fill, a call or a collection that is too late is outbid by a transaction that pays
 * nobody. Pure but for what the chain keeps in memory.
 */
export function planMonitor(context: ChainContext, facts: MonitorFacts): MonitorAction {
  const { row, outcome, progress, tip } = facts;
  const { policy } = context;
  if (outcome.status === 'mined' || outcome.status === 'reverted') {
    // The block was read without the event of our own payment: it was left out.
    if (outcome.status === 'mined' && !row.isSeen && (progress?.height ?? -1) >= outcome.height)
      return { type: 'trace' };
    if (progress === undefined || !isOutcomeFinal(context, row, outcome.height, progress))
      return { type: 'none' };
    return outcome.status === 'reverted' || row.isSeen
      ? { type: 'close', outcome }
      : { type: 'none' };
  }
  // The chain's own event speaks against whoever says that it can no longer land.
  if (outcome.status === 'replaced')
    return {
      type: row.purpose !== 'relay' && row.purpose !== 'cancel' && row.isSeen ? 'none' : 'replaced',
    };
  if (!facts.isNewest) return { type: 'none' };
  if (isAbandoned(row)) return { type: 'cancel' };
  const passed =
    tip === undefined || row.sentHeight === undefined ? 0 : tip.height - row.sentHeight;
  const isStuck = passed >= policy.bumpAfterBlocks * row.versions;
  const deadline = (row.payout ?? row.relay ?? row.collection)?.intent.deadline;
  if (
    isStuck &&
    row.purpose !== 'refund' &&
    deadline !== undefined &&
    tip !== undefined &&
    tip.time > deadline
  )
    return { type: 'cancel' };
  if (isStuck) return { type: 'bump' };
  if (outcome.status === 'missing' && (facts.isStart || row.ageMs >= policy.rebroadcastMs))
    return { type: 'resend' };
  return { type: 'none' };
}
