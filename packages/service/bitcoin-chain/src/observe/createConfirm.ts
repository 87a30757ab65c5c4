import { standardError } from '@portage/core';
import type { ChainEvent, Observe } from '@portage/core/chain';
import { eventDigest, type ObservedEvents, type Quorum, type Rpc } from '@portage/chain-kit';
import type { Accounts } from './decodeTransaction.js';
import type { MovementContext } from './readMovements.js';
import { readPlacedTransaction } from './readPlacedTransaction.js';
import type { Witness } from './createWitness.js';

/** Endpoints and accounts that a transaction is looked up with. */
export interface TraceOptions {
  readonly rpc: Pick<Rpc, 'first'>;
  readonly accounts: Accounts;
}

/** Our events in one transaction. @throws PortageError `UNKNOWN_TRANSACTION` */
export function createTrace({ rpc, accounts }: TraceOptions): Observe['trace'] {
  return async (txId, signal = new AbortController().signal) => {
    const found = await rpc.first(
      (ask) => readPlacedTransaction({ ask, accounts, signal }, txId),
      signal,
    );
    if (found === undefined) throw standardError('UNKNOWN_TRANSACTION');
    return found.events;
  };
}

/** Reading, accounts and memory that events are confirmed with. */
export interface ConfirmOptions {
  readonly quorum: Quorum;
  readonly accounts: Accounts;
  /** Blocks that must stand on a transaction before nothing takes it back. */
  readonly finalDepth: number;
  readonly observedEvents: ObservedEvents;
  /**
   * Software of another kind, and the depth from which on its word is needed as well; undefined
   * where there is none.
   */
  readonly witness?: { readonly ask: Witness; readonly fromDepth: number } | undefined;
}

/**
 * Counts the endpoints whose transactions and blocks tell the same events, to the last field, with
 * enough blocks of their own on them. With a quorum of one, what the observer has read itself is
 * not asked for again. Money that waits for more blocks than the least needs Esplora's word too.
 */
export function createConfirm(options: ConfirmOptions): Observe['confirm'] {
  const { quorum, accounts, finalDepth, observedEvents, witness } = options;
  const byCore = async (
    events: readonly ChainEvent[],
    wanted: number,
    signal: AbortSignal | undefined,
  ): Promise<readonly boolean[]> => {
    if (quorum.needed === 1 && events.every(observedEvents.has)) return events.map(() => true);
    const agreed = await quorum.read(
      {
        subject: 'events',
        items: events.length,
        ask: async ({ ask }, stop) => {
          const told = await readDigests({ ask, accounts, signal: stop }, events, wanted);
          return events.map((event) => told.has(eventDigest(event)) || undefined);
        },
      },
      signal,
    );
    return agreed.map((isTold) => isTold === true);
  };
  return async (events, signal, depth = 1) => {
    const wanted = typeof depth === 'number' ? Math.min(depth, finalDepth) : finalDepth;
    const told = await byCore(events, wanted, signal);
    if (witness === undefined || wanted < witness.fromDepth) return told;
    const asked = events.filter((_, index) => told[index] === true);
    const answers = await witness.ask(asked, signal);
    const witnessed = new Set(asked.filter((_, index) => answers[index] === true));
    return events.map((event) => witnessed.has(event));
  };
}

/** Digests of all events that one endpoint tells of in the transactions, where deep enough. */
async function readDigests(
  context: MovementContext,
  events: readonly ChainEvent[],
  depth: number,
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(events.map(({ txId }) => txId))];
  const found = await Promise.all(ids.map((txId) => readPlacedTransaction(context, txId)));
  return new Set(
    found.flatMap((each) =>
      each === undefined || each.depth < depth ? [] : each.events.map(eventDigest),
    ),
  );
}
