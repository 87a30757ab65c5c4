import {
  findAsset,
  requestStatuses,
  terminalStatuses,
  transition,
  type Chain,
  type ChainAdvance,
  type Chains,
  type DepositEvent,
  type FillEvent,
  type ReleaseEvent,
  type SwapEvent,
} from '@portage/core';
import {
  depositKey,
  type OrderFacts,
  type RefundTransaction,
  type RequestChange,
} from '@portage/settlement';
import { createDepositHistory } from './depositHistory.js';
import {
  judgeDeposit,
  type FinalDeposit,
  type KnownOrder,
  type Promised,
  type Verdict,
} from './judgeDeposit.js';
import { judgeFill, type FillFault } from './judgeFill.js';

/** A deposit with its verdict; undefined while it waits for finality. */
export interface JudgedDeposit {
  readonly event: DepositEvent;
  readonly key: string;
  readonly verdict: Verdict | undefined;
  /** What was known of the order before the step. */
  readonly facts: OrderFacts | undefined;
  /**
   * What the verdict would be now: a deposit that would take the main leg is shown before it is
   * final.
   */
  readonly takesMain: boolean;
}

/** What deposits are judged by. */
export interface JudgeInput {
  readonly chain: Chain;
  readonly chains: Chains;
  readonly cursor: ChainAdvance['cursor'];
  readonly facts: ReadonlyMap<string, OrderFacts>;
}

/** Whether an order is a promise of the solver that runs here, and one that it can keep. */
function readPromise({ all }: Chains, { order }: OrderFacts): Promised {
  const find = (wanted: string): Chain | undefined => all.find(({ slug }) => slug === wanted);
  return {
    isOurs: find(order.solverChainId)?.spend?.sender === order.solver,
    isPayable: find(order.output.chainId)?.spend !== undefined,
  };
}

interface JudgedOrder extends KnownOrder {
  readonly promise: Promised;
}

/** The orders of a step, each made ready once, when its first deposit is judged. */
function createOrderBook({
  facts,
  chains,
}: JudgeInput): (orderId: string) => JudgedOrder | undefined {
  const opened = new Map<string, JudgedOrder>();
  return (orderId) => {
    const found = facts.get(orderId);
    if (found === undefined) return undefined;
    const order = opened.get(orderId) ?? {
      facts: found,
      history: createDepositHistory(found.deposits),
      promise: readPromise(chains, found),
    };
    opened.set(orderId, order);
    return order;
  };
}

const unknown: Promised = { isOurs: false, isPayable: false };

/**
 * Judges deposits in their order on the chain, each by what is known and by those before it. One
 * that was judged before is left out: the same event may be told any number of times. Pure.
 */
export function judgeDeposits(
  input: JudgeInput,
  deposits: readonly { readonly event: DepositEvent; readonly isFinal: boolean }[],
): readonly JudgedDeposit[] {
  const orderOf = createOrderBook(input);
  const judged: JudgedDeposit[] = [];
  for (const { event, isFinal } of deposits) {
    const key = depositKey({ chainId: input.chain.id, txId: event.txId, ordinal: event.ordinal });
    const order = orderOf(event.orderId);
    if (order?.history.get(key)?.state === 'final') continue;
    const deposit: FinalDeposit = {
      key,
      chainSlug: input.chain.slug,
      payer: event.payer,
      currency: event.currency,
      amount: event.amount,
      time: input.cursor.time,
      isListed: findAsset(input.chain, event.currency) !== undefined,
    };
    const verdict = judgeDeposit(order, deposit, order?.promise ?? unknown);
    judged.push({
      event,
      key,
      facts: order?.facts,
      verdict: isFinal ? verdict : undefined,
      takesMain: verdict.leg === 'main',
    });
    if (isFinal)
      order?.history.set({ key, state: 'final', reason: verdict.reason, leg: verdict.leg });
  }
  return judged;
}

/** A payment that was seen, and why it is not the one that was promised. */
export interface JudgedFill {
  readonly event: FillEvent;
  readonly fault: FillFault | 'order' | undefined;
  /** What the order is about, rather than what is paid beside it. */
  readonly isMain: boolean;
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
 * A swap's id stands for all of its terms, so whoever made it made the one that was quoted.
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

/** Whether a request may have its end by one of these changes, whatever status it has. Pure. */
export function mayEndRequests(changes: readonly RequestChange[]): boolean {
  const open = requestStatuses.filter((status) => !terminalStatuses.has(status));
  return changes.some(({ events }) =>
    events.some((event) => open.some((status) => terminalStatuses.has(transition(status, event)))),
  );
}
