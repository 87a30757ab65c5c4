import { bytesToHex, type Step } from '@portage/core';
import type {
  Chain,
  ChainEvent,
  ChainUpdate,
  Cursor,
  DepositEvent,
  Deposits,
  SignedTransaction,
  Spend,
  TransactionIntent,
  TransactionOutcome,
} from '@portage/core/chain';
import type { DepositPayer } from '@portage/core/plugin';
import type { VmFixture } from './fixtures.js';

/** A deposit that the suite made. */
export interface MadeDeposit {
  readonly orderId: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly payer: string;
  readonly txId: string;
}

/**
 * Makes a random id of an order or a request. Chains outlive a run of the suite, so counted ids
 * could be used twice.
 */
export function randomId(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
}

/**
 * Performs steps with the wallet of the payer. Returns the id of the last transaction when it is
 * part of the chain.
 */
export async function perform(
  { executor, mine }: VmFixture,
  steps: readonly Step[],
): Promise<string> {
  let txId: string | undefined;
  for (const step of steps) {
    for (const item of step.items) {
      const task = executor.claim(item, step);
      if (task === undefined)
        throw new Error(`The executor does not claim the item of the step "${step.id}".`);
      const context = { signal: new AbortController().signal, onReplaced: () => undefined };
      const submission = await task.submit(context);
      await Promise.all([task.confirm?.(submission, context), mine(1)]);
      if (submission.type === 'transaction') txId = submission.txId;
    }
  }
  if (txId === undefined) throw new Error('The steps sent no transaction.');
  return txId;
}

/**
 * Deposits that make the steps for a payer: the chain's own, or those that it read for the payer.
 */
export async function depositsFor(
  { deposit }: Chain,
  payer: DepositPayer,
): Promise<Pick<Deposits, 'steps'>> {
  if (deposit === undefined) throw new Error('The chain takes no deposits.');
  return (await deposit.forPayer?.(payer, new AbortController().signal)) ?? deposit;
}

/** Id of a request of an order: that of the order where a payment carries nothing else. */
export function requestIdFor({ deposit }: Chain, orderId: string): string {
  return deposit?.namesRequest === true ? orderId : randomId();
}

/** Pays a new order with the chain's own steps. */
export async function makeDeposit(
  fixture: VmFixture,
  chain: Chain,
  currency: string,
): Promise<MadeDeposit> {
  const order = {
    orderId: randomId(),
    currency,
    amount: fixture.amount(currency),
    payer: await fixture.executor.address(),
  };
  const deposits = await depositsFor(chain, order);
  const requestId = requestIdFor(chain, order.orderId);
  const txId = await perform(fixture, deposits.steps({ ...order, requestId }));
  return { ...order, txId };
}

/**
 * Follows a chain from known blocks until an update satisfies the predicate, and returns all
 * updates.
 */
export async function follow(
  chain: Chain,
  known: readonly Cursor[],
  until: (update: ChainUpdate) => boolean,
): Promise<ChainUpdate[]> {
  const stop = new AbortController();
  const seen: ChainUpdate[] = [];
  try {
    for await (const update of chain.observe.updates(known, stop.signal)) {
      seen.push(update);
      if (until(update)) return seen;
    }
  } finally {
    stop.abort();
  }
  throw new Error('The updates ended although nobody stopped them.');
}

/** Events of updates, in order. */
export function eventsOf(updates: readonly ChainUpdate[]): readonly ChainEvent[] {
  return updates.flatMap((update) => (update.type === 'advance' ? update.events : []));
}

/** Blocks of updates, in order. */
export function blocksOf(updates: readonly ChainUpdate[]): readonly Cursor[] {
  return updates.flatMap((update) => (update.type === 'advance' ? update.blocks : []));
}

/** Whether an update reaches a height. */
export function reaches(height: number): (update: ChainUpdate) => boolean {
  return (update) => update.type === 'advance' && update.cursor.height >= height;
}

/** Whether an update has the deposit of an order. */
export function bringsDeposit(orderId: string): (update: ChainUpdate) => boolean {
  return (update) =>
    eventsOf([update]).some((event) => event.type === 'deposit' && event.orderId === orderId);
}

/** Deposits of an order among events. */
export function depositsOf(
  events: readonly ChainEvent[],
  orderId: string,
): readonly DepositEvent[] {
  return events
    .filter((event) => event.type === 'deposit')
    .filter((event) => event.orderId === orderId);
}

/** Signs payments with the next sequences. */
export async function sign(
  spend: Spend,
  ...intents: readonly TransactionIntent[]
): Promise<readonly SignedTransaction[]> {
  return spend.prepare(intents, await spend.nextSequence());
}

const blocksMax = 60;

/**
 * Makes blocks until transactions are in one of the states, or fails after a bounded number of
 * blocks.
 */
export async function outcomes(
  fixture: VmFixture,
  spend: Spend,
  transactions: readonly SignedTransaction[],
  states: readonly TransactionOutcome['status'][],
): Promise<readonly TransactionOutcome[]> {
  for (let block = 0; ; block += 1) {
    const found = await spend.inspect(transactions);
    if (block === blocksMax || found.every(({ status }) => states.includes(status))) return found;
    await fixture.mine(1);
  }
}
