import {
  findAsset,
  type Chain,
  type ChainAdvance,
  type Chains,
  type DepositEvent,
} from '@portage/core/chain';
import { depositKey } from '../../kit/depositId.js';
import { createDepositHistory } from './depositHistory.js';
import {
  judgeDeposit,
  type FinalDeposit,
  type KnownOrder,
  type Promised,
  type DepositOutcome,
} from './judgeDeposit.js';
import type { OrderFacts } from './readOrderFacts.js';

/** A deposit as a step tells it. */
export interface ReportedDeposit {
  readonly event: DepositEvent;
  readonly isFinal: boolean;
  /** Final only because an app guarantees it: it fills its order as quoted, or it waits. */
  readonly isEarly: boolean;
}

/** A deposit with its outcome; undefined while it waits for finality. */
export interface JudgedDeposit {
  readonly event: DepositEvent;
  readonly key: string;
  readonly outcome: DepositOutcome | undefined;
  /** Facts about the order from before the step. */
  readonly facts: OrderFacts | undefined;
  /**
   * Outcome as it would be now: a deposit that would take the main leg is shown before it is
   * final.
   */
  readonly takesMain: boolean;
  /** It counts as final only because an app guarantees it. */
  readonly isEarly: boolean;
  /** Transfers of payers that a sweep brought in; absent where none was found. */
  readonly paidBy?: readonly string[] | undefined;
}

/** Facts that deposits are judged by. */
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
    isOurs: signersOf(find(order.solverChainId)).includes(order.solver),
    isPayable: payerOf(find(order.output.chainId)) !== undefined,
  };
}

/** Accounts that sign orders: the one that the chain names, and the solver, which did before. */
function signersOf(chain: Chain | undefined): readonly string[] {
  return [chain?.info.protocol.v2.orderSigner, payerOf(chain)].filter(
    (account) => account !== undefined,
  );
}

/**
 * Account that pays on a chain; undefined where none does. A chain that is not open yet pays once
 * it is: what it owes waits for it.
 */
function payerOf(chain: Chain | undefined): string | undefined {
  return chain?.opening === undefined ? chain?.spend?.sender : chain.info.solverAddresses[0];
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

/** Whether a deposit fills its order in time and nothing goes back. */
function isAsQuoted(outcome: DepositOutcome): boolean {
  return outcome.type === 'matched' && outcome.excess === 0n && !outcome.isLate;
}

/**
 * Judges deposits in their order on the chain, each by what is known and by those before it. One
 * that was judged before is left out: the same event may be reported any number of times. Pure.
 */
export function judgeDeposits(
  input: JudgeInput,
  deposits: readonly ReportedDeposit[],
): readonly JudgedDeposit[] {
  const orderOf = createOrderBook(input);
  const judged: JudgedDeposit[] = [];
  for (const { event, isEarly, ...told } of deposits) {
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
    const outcome = judgeDeposit(order, deposit, order?.promise ?? unknown);
    const isFinal = told.isFinal && (!isEarly || isAsQuoted(outcome));
    judged.push({
      event,
      key,
      facts: order?.facts,
      outcome: isFinal ? outcome : undefined,
      takesMain: outcome.leg === 'main',
      isEarly: isFinal && isEarly,
    });
    if (isFinal)
      order?.history.set({ key, state: 'final', reason: outcome.reason, leg: outcome.leg });
  }
  return judged;
}
