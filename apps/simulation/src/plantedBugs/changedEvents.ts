import type { Chain, ChainEvent, ChainUpdate, DepositEvent } from '@portage/core/chain';
import type { FakeChain, MinedTransaction } from '@portage/testing';

type Advance = ChainUpdate & { readonly type: 'advance' };

/** A chain whose stream tells other events. */
export const withEvents =
  (change: (events: readonly ChainEvent[], advance: Advance) => readonly ChainEvent[]) =>
  (chain: Chain): Chain => ({
    ...chain,
    observe: {
      ...chain.observe,
      updates: async function* (known, signal) {
        for await (const update of chain.observe.updates(known, signal))
          yield update.type === 'rollback'
            ? update
            : { ...update, events: change(update.events, update) };
      },
    },
  });

/** Change of deposits as the service gets them, and back as the chain has them. */
export interface Renaming {
  readonly told: (event: DepositEvent) => DepositEvent;
  readonly real: (event: DepositEvent) => DepositEvent;
}

/** A chain whose deposits are changed wherever they are reported, and which confirms them. */
export function renamed(chain: Chain, { told, real }: Renaming): Chain {
  const change = (events: readonly ChainEvent[]): readonly ChainEvent[] =>
    events.map((event) => (event.type === 'deposit' ? told(event) : event));
  const streamed = withEvents(change)(chain);
  return {
    ...streamed,
    observe: {
      ...streamed.observe,
      trace: async (txId, signal) => change(await chain.observe.trace(txId, signal)),
      confirm: (events, signal, depth) =>
        chain.observe.confirm(
          events.map((event) => (event.type === 'deposit' ? real(event) : event)),
          signal,
          depth,
        ),
    },
  };
}

/** Amount that the transaction of a deposit sent. */
export function sentAmount(fake: FakeChain, event: DepositEvent): bigint {
  const actions = fake.transaction(event.txId)?.body.actions ?? [];
  const sent = actions.find((one) => one.type === 'deposit' && one.orderId === event.orderId);
  return sent?.amount ?? event.amount;
}

/** Amount of a deposit as its chain tells it. */
export function arrivedAmount(fake: FakeChain, event: DepositEvent): bigint {
  const events = fake.transaction(event.txId)?.events ?? [];
  return events.find(({ ordinal }) => ordinal === event.ordinal)?.amount ?? event.amount;
}

function imitationsOf(
  { body, txId, height }: MinedTransaction,
  blockHash: string,
): readonly DepositEvent[] {
  return body.actions.flatMap((action, ordinal) =>
    action.type === 'imitation'
      ? [
          {
            type: 'deposit' as const,
            txId,
            ordinal,
            height,
            blockHash,
            orderId: action.orderId,
            depositor: action.depositor,
            payer: body.sender,
            currency: action.currency,
            amount: action.amount,
          },
        ]
      : [],
  );
}

/** Deposits of a block that foreign contracts report. */
export function imitationsIn(fake: FakeChain, height: number): readonly DepositEvent[] {
  const block = fake.blocks()[height];
  return (block?.transactions ?? [])
    .filter(({ status }) => status === 'mined')
    .flatMap((transaction) => imitationsOf(transaction, block?.cursor.hash ?? ''));
}
