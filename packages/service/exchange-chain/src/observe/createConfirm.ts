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
import { answers, calls } from '../endpoint/requests.js';
import { decodeTransfer, type Accounts } from './decodeTransfer.js';

/** Hosts and accounts that a transaction is looked up with. */
export interface TraceOptions {
  readonly rpc: Pick<Rpc, 'first'>;
  readonly accounts: Accounts;
}

/** Our events in one transaction. @throws PortageError `UNKNOWN_TRANSACTION` */
export function createTrace({ rpc, accounts }: TraceOptions): Observe['trace'] {
  return async (txId, signal) => {
    const hash = exchangeCodec.normalizeTransactionId(txId);
    const found = await rpc.first((ask) => readEvents(ask, accounts, hash, signal), signal);
    if (found === undefined) throw standardError('UNKNOWN_TRANSACTION');
    return found;
  };
}

async function readEvents(
  ask: Ask,
  accounts: Accounts,
  hash: string,
  signal: AbortSignal | undefined,
): Promise<readonly ChainEvent[] | undefined> {
  const [reply] = await ask([calls.transaction(hash)], signal);
  const found = answers.transaction(reply, hash);
  return found && decodeTransfer(found, accounts);
}

/** Reading, accounts and memory that events are confirmed with. */
export interface ConfirmOptions {
  readonly quorum: Quorum;
  readonly accounts: Accounts;
  readonly observedEvents: ObservedEvents;
}

/**
 * Counts the hosts whose transactions tell the same events, to the last field. With a quorum of
 * one, what the observer has read itself is not asked for again. What is executed is final, so a
 * depth asks for nothing more.
 */
export function createConfirm({
  quorum,
  accounts,
  observedEvents,
}: ConfirmOptions): Observe['confirm'] {
  return async (events, signal) => {
    if (quorum.needed === 1 && events.every(observedEvents.has)) return events.map(() => true);
    const agreed = await quorum.read(
      {
        subject: 'events',
        items: events.length,
        ask: async ({ ask }, stop) => {
          const ids = [...new Set(events.map(({ txId }) => txId))];
          const found = await Promise.all(ids.map((id) => readEvents(ask, accounts, id, stop)));
          const told = new Set(found.flatMap((each) => (each ?? []).map(eventDigest)));
          return events.map((event) => told.has(eventDigest(event)) || undefined);
        },
      },
      signal,
    );
    return agreed.map((isTold) => isTold === true);
  };
}
