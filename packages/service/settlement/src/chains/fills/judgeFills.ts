import type { FillEvent, ReleaseEvent, SwapEvent } from '@portage/core/chain';
import type { JudgeInput } from '../deposits/judgeDeposits.js';
import type { RefundTransaction } from '../../transactions/outbox/readRefundTransactions.js';
import type { RequestChange } from '../../orders/requests/changeRequests.js';
import { judgeFill, type FillFault } from './judgeFill.js';

/** A payment that was seen, and why it is not the one that was promised. */
export interface JudgedFill {
  readonly event: FillEvent;
  readonly fault: FillFault | 'order' | undefined;
  /** Whether it is the order's own payment rather than one beside it. */
  readonly isMain: boolean;
  /** It pays out app fees that their wallet claimed, under the id of the claim. */
  readonly isClaim?: boolean | undefined;
}

/**
 * Judges payments by the orders that they name, together with what the same transaction pays for
 * the same order. Pure.
 */
export function judgeFills(input: JudgeInput, fills: readonly FillEvent[]): readonly JudgedFill[] {
  const place = { chainSlug: input.chain.slug, solver: input.chain.spend?.sender };
  const groups = new Map<string, FillEvent[]>();
  for (const event of [...fills].sort((a, b) => a.ordinal - b.ordinal)) {
    const key = `${event.txId}:${event.orderId}:${event.solver}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [event]);
    else group.push(event);
  }
  return [...groups.values()].flatMap((group) => {
    const facts = input.facts.get(group[0]?.orderId ?? '');
    const fault = facts === undefined ? 'order' : judgeFill(facts.order, group, place);
    return group.map((event, index): JudgedFill => ({ event, fault, isMain: index === 0 }));
  });
}

/**
 * Changes that payments bring to their requests: a request is filled because we saw it, not because
 * we sent it.
 */
export function fillChanges(fills: readonly JudgedFill[]): readonly RequestChange[] {
  return fills
    .filter(({ fault, isMain }) => fault === undefined && isMain)
    .map(({ event }) => ({
      orderId: event.orderId,
      events: ['fillConfirmed'],
      outTxIds: [event.txId],
      amountOut: event.amount,
    }));
}

/**
 * Changes that money out of the depository brings: a request is refunded when the refund of its
 * main leg is seen.
 */
export function releaseChanges(
  releases: readonly ReleaseEvent[],
  refunds: readonly RefundTransaction[],
): readonly RequestChange[] {
  return releases.flatMap((event) => {
    const refund = refunds.find(
      ({ txId, orderId, intent }) =>
        txId === event.txId && (intent.paidUnder ?? orderId) === event.orderId,
    );
    if (refund?.leg !== 'main') return [];
    const { recipient, currency, amount } = refund.intent;
    const isSame =
      recipient === event.recipient &&
      currency === event.currency &&
      BigInt(amount) === event.amount;
    return isSame
      ? [{ orderId: refund.orderId, events: ['refunded'], outTxIds: [event.txId] }]
      : [];
  });
}

/**
 * Changes that swaps bring which payers made alone: the transaction is deposit and payment at once.
 * A swap's id stands for all of its terms, so any swap with that id is the one that was quoted.
 */
export function swapChanges(swaps: readonly SwapEvent[]): readonly RequestChange[] {
  return swaps.map(({ swapId, txId, amount }) => ({
    orderId: swapId,
    events: ['depositFinal', 'fillConfirmed'],
    inTxIds: [txId],
    outTxIds: [txId],
    amountOut: amount,
  }));
}
