import { standardError } from '@portage/core';
import type { ChainEvent, Observe, Depth } from '@portage/core/chain';
import {
  eventDigest,
  readResult,
  type Ask,
  type ObservedEvents,
  type Quorum,
  type Rpc,
} from '@portage/chain-kit';
import { readHeader } from '../rpc/header.js';
import { readInteger } from '../rpc/parse.js';
import { blockRequest, slotRequest, transactionRequest, type Commitment } from '../rpc/requests.js';
import { decodeTransaction } from './decodeTransaction.js';
import type { Programs } from './readInvocation.js';

/** Endpoints, programs and commitment that single transactions are read with. */
export interface TransactionReadContext {
  readonly rpc: Rpc;
  readonly programs: Programs;
  readonly commitment: Commitment;
}

/** Our events in one transaction. @throws PortageError `UNKNOWN_TRANSACTION` */
export function createTrace({
  rpc,
  programs,
  commitment,
}: TransactionReadContext): Observe['trace'] {
  return async (txId, signal) => {
    const [result] = await rpc.read([transactionRequest(txId, commitment)], signal);
    const transaction = decodeTransaction(txId, result, programs);
    if (transaction === undefined) throw standardError('UNKNOWN_TRANSACTION');
    const [block] = await rpc.read([blockRequest(transaction.slot, commitment)], signal);
    return transaction.events(readHeader(transaction.slot, block).hash);
  };
}

/** Reading, programs and memory that events are confirmed with. */
export interface ConfirmOptions {
  readonly quorum: Quorum;
  readonly programs: Programs;
  readonly commitment: Commitment;
  readonly observedEvents: ObservedEvents;
}

/**
 * Counts the endpoints whose transactions and blocks tell the same events, to the last field, and
 * whose own slots are far enough past them. With a quorum of one, what the observer has read itself
 * is not asked for again.
 */
export function createConfirm(options: ConfirmOptions): Observe['confirm'] {
  const { quorum, observedEvents } = options;
  return async (events, signal, depth = 1) => {
    if (quorum.needed === 1 && events.every(observedEvents.has)) return events.map(() => true);
    // Final events are read at the commitment that the endpoint itself calls final.
    const commitment = typeof depth === 'number' ? options.commitment : 'finalized';
    const agreed = await quorum.read(
      {
        subject: 'events',
        items: events.length,
        ask: async ({ ask }, stop) => {
          const [digests, isDeep] = await Promise.all([
            readDigests(ask, { ...options, commitment }, events, stop),
            readDepth(ask, options, depth, stop),
          ]);
          return events.map(
            (event) => (isDeep(event.height) && digests.has(eventDigest(event))) || undefined,
          );
        },
      },
      signal,
    );
    return agreed.map((isTold) => isTold === true);
  };
}

/** Whether an endpoint's own slots are far enough past a height. */
async function readDepth(
  ask: Ask,
  { commitment }: Pick<ConfirmOptions, 'commitment'>,
  depth: Depth,
  signal: AbortSignal,
): Promise<(height: number) => boolean> {
  if (depth === 1) return () => true;
  const [slot, final] = (
    await ask(
      [commitment, 'finalized' as const].map((wanted) => slotRequest(wanted)),
      signal,
    )
  ).map((reply) => readInteger(readResult(reply, 'getSlot'), 'slot'));
  return (height) =>
    height <= (final ?? -1) || (typeof depth === 'number' && (slot ?? -1) - height + 1 >= depth);
}

/** Digests of all events that one endpoint tells of in the transactions. */
async function readDigests(
  ask: Ask,
  { programs, commitment }: Pick<ConfirmOptions, 'programs' | 'commitment'>,
  events: readonly ChainEvent[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(events.map(({ txId }) => txId))];
  const replies = await ask(
    ids.map((txId) => transactionRequest(txId, commitment)),
    signal,
  );
  // A transaction that the endpoint refuses to look up is one that it does not tell of.
  const transactions = ids.flatMap((txId, index) => {
    const reply = replies[index];
    return (reply?.ok === true ? decodeTransaction(txId, reply.result, programs) : undefined) ?? [];
  });
  const slots = [...new Set(transactions.map(({ slot }) => slot))];
  const blocks =
    slots.length === 0
      ? []
      : await ask(
          slots.map((slot) => blockRequest(slot, commitment)),
          signal,
        );
  const hashes = new Map(
    slots.map((slot, index) => [
      slot,
      readHeader(slot, readResult(blocks[index], 'getBlock')).hash,
    ]),
  );
  const told = transactions.flatMap((transaction) =>
    transaction.events(hashes.get(transaction.slot) ?? ''),
  );
  return new Set(told.map(eventDigest));
}
