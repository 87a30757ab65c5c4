import { standardError } from '@portage/core';
import type { ChainEvent, Observe } from '@portage/core/chain';
import {
  eventDigest,
  type Ask,
  type ObservedEvents,
  type Quorum,
  type Rpc,
} from '@portage/chain-kit';
import { exchangeCodec } from '@portage/exchange/codec';
import type { TransactionReader } from '../endpoint/createTransactionReader.js';
import { calls } from '../endpoint/requests.js';
import { decodeTransfer, type Accounts } from './decodeTransfer.js';

/** Reader and accounts that a transaction becomes events with. */
export interface EventSource {
  readonly reader: TransactionReader;
  readonly accounts: Accounts;
}

/** Hosts and accounts that a transaction is looked up with. */
export interface TraceOptions extends EventSource {
  readonly rpc: Pick<Rpc, 'first'>;
}

/** Our events in one transaction. @throws PortageError `UNKNOWN_TRANSACTION` */
export function createTrace({ rpc, ...source }: TraceOptions): Observe['trace'] {
  return async (txId, signal) => {
    const hash = exchangeCodec.normalizeTransactionId(txId);
    const found = await rpc.first((ask) => readEvents(ask, source, hash, signal), signal);
    if (found === undefined) throw standardError('UNKNOWN_TRANSACTION');
    return found;
  };
}

async function readEvents(
  ask: Ask,
  { reader, accounts }: EventSource,
  hash: string,
  signal: AbortSignal | undefined,
): Promise<readonly ChainEvent[] | undefined> {
  const [reply] = await ask([calls.transaction(hash)], signal);
  const found = reader.one(reply, hash);
  return found && decodeTransfer(found, accounts);
}

/** Reading, accounts and memory that events are confirmed with. */
export interface ConfirmOptions extends EventSource {
  readonly quorum: Quorum;
  readonly observedEvents: ObservedEvents;
}

/**
 * Counts the hosts whose transactions tell the same events, to the last field. With a quorum of
 * one, what the observer has read itself is not asked for again. What is executed is final, so a
 * depth asks for nothing more.
 */
export function createConfirm({
  quorum,
  observedEvents,
  ...source
}: ConfirmOptions): Observe['confirm'] {
  return async (events, signal) => {
    if (quorum.needed === 1 && events.every(observedEvents.has)) return events.map(() => true);
    const agreed = await quorum.read(
      {
        subject: 'events',
        items: events.length,
        ask: async ({ ask }, stop) => {
          const ids = [...new Set(events.map(({ txId }) => txId))];
          const found = await Promise.all(ids.map((id) => readEvents(ask, source, id, stop)));
          const told = new Set(found.flatMap((each) => (each ?? []).map(eventDigest)));
          return events.map((event) => told.has(eventDigest(event)) || undefined);
        },
      },
      signal,
    );
    return agreed.map((isTold) => isTold === true);
  };
}
