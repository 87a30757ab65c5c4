import { zeroAddress } from '@portage/core';
import type { ChainEvent, Depth, Observe } from '@portage/core/chain';
import {
  eventDigest,
  isObject,
  type ObservedEvents,
  type Quorum,
  type RpcReply,
  type RpcRequest,
} from '@portage/chain-kit';
import { readInteger } from '../rpc/parse.js';
import { receiptEvents, type ReceiptContext } from './receiptEvents.js';

/** Endpoints, contracts and memory that events are confirmed with. */
export interface ConfirmOptions extends ReceiptContext {
  readonly quorum: Quorum;
  readonly observedEvents: ObservedEvents;
}

/**
 * Counts the endpoints whose receipts tell the same events, to the last field, and whose own blocks
 * are deep enough on them. With a quorum of one, what the observer has read itself is not asked for
 * again.
 */
export function createConfirm(options: ConfirmOptions): Observe['confirm'] {
  const { quorum, observedEvents } = options;
  return async (events, signal, depth = 1) => {
    if (quorum.needed === 1 && events.every(observedEvents.has)) return events.map(() => true);
    const txIds = [...new Set(events.map(({ txId }) => txId))];
    const ownIds = [...new Set(events.filter(mayBeTransfer).map(({ txId }) => txId))];
    const requests = [
      ...txIds.map((txId) => ({ method: 'eth_getTransactionReceipt', params: [txId] })),
      ...ownIds.map((txId) => ({ method: 'eth_getTransactionByHash', params: [txId] })),
      ...(depth === 1 ? [] : depthRequests(depth)),
    ];
    const agreed = await quorum.read(
      {
        subject: 'events',
        items: events.length,
        ask: async ({ ask }, stop) => {
          const replies = await ask(requests, stop);
          const isDeep =
            depth === 1
              ? () => true
              : readDepth(replies.slice(txIds.length + ownIds.length), depth);
          const own = replies.slice(txIds.length, txIds.length + ownIds.length);
          const told = new Set(
            txIds.flatMap((txId, index) =>
              readTold(replies[index], own[ownIds.indexOf(txId)], options),
            ),
          );
          return events.map(
            (event) => (isDeep(event.height) && told.has(eventDigest(event))) || undefined,
          );
        },
      },
      signal,
    );
    return agreed.map((isTold) => isTold === true);
  };
}

/** The newest block, and the newest that the chain gives its word for. */
function depthRequests(depth: Depth): readonly RpcRequest[] {
  return ['latest', depth === 'safe' ? 'safe' : 'finalized'].map((tag) => ({
    method: 'eth_getBlockByNumber',
    params: [tag, false],
  }));
}

/** Whether an endpoint's own blocks are deep enough on a height; it may know no final block. */
function readDepth(
  [latest, vouched]: readonly RpcReply[],
  depth: Depth,
): (height: number) => boolean {
  const heightOf = (reply: RpcReply | undefined): number =>
    reply?.ok === true && isObject(reply.result)
      ? readInteger(reply.result['number'], 'block number')
      : -1;
  const [tip, final] = [heightOf(latest), heightOf(vouched)];
  return (height) => height <= final || (typeof depth === 'number' && tip - height + 1 >= depth);
}

/** Whether an event may be told by its transaction instead of a log: a transfer. */
function mayBeTransfer(event: ChainEvent): boolean {
  return event.type === 'swap' || (event.type === 'deposit' && event.depositor === zeroAddress);
}

/**
 * Digests of the events that a receipt tells, and its transaction where that was asked for; none
 * where the receipt is malformed or of a failure.
 */
function readTold(
  reply: RpcReply | undefined,
  own: RpcReply | undefined,
  options: ConfirmOptions,
): readonly string[] {
  if (reply?.ok !== true || !isObject(reply.result) || reply.result['status'] !== '0x1') return [];
  try {
    const transaction = own?.ok === true ? own.result : undefined;
    return receiptEvents(reply.result, transaction, options).map(eventDigest);
  } catch {
    return [];
  }
}
