import { standardError } from '@portage/core';
import type { Observe } from '@portage/core/chain';
import {
  eventDigest,
  isObject,
  type ObservedEvents,
  type Quorum,
  type Rpc,
  type RpcReply,
} from '@portage/chain-kit';
import { readInteger } from '../rpc/parse.js';
import { decodeLogs, type Contracts } from './logs.js';

/** Our events in one transaction, from its receipt. @throws PortageError `UNKNOWN_TRANSACTION` */
export function createTrace(rpc: Rpc, contracts: Contracts): Observe['trace'] {
  return async (txId, signal) => {
    const [receipt] = await rpc.read(
      [{ method: 'eth_getTransactionReceipt', params: [txId] }],
      signal,
    );
    if (receipt === null || !isObject(receipt)) throw standardError('UNKNOWN_TRANSACTION');
    return decodeLogs(receipt['logs'], contracts);
  };
}

/** Endpoints, contracts and memory that events are confirmed with. */
export interface ConfirmOptions {
  readonly quorum: Quorum;
  readonly contracts: Contracts;
  readonly observedEvents: ObservedEvents;
}

/**
 * Counts the endpoints whose receipts tell the same events, to the last field, and whose own blocks
 * are deep enough on them. With a quorum of one, what the observer has read itself is not asked for
 * again.
 */
export function createConfirm({
  quorum,
  contracts,
  observedEvents,
}: ConfirmOptions): Observe['confirm'] {
  return async (events, signal, depth = 1) => {
    if (quorum.needed === 1 && events.every(observedEvents.has)) return events.map(() => true);
    const txIds = [...new Set(events.map(({ txId }) => txId))];
    const requests = [
      ...txIds.map((txId) => ({ method: 'eth_getTransactionReceipt', params: [txId] })),
      ...(depth === 1 ? [] : depthRequests),
    ];
    const agreed = await quorum.read(
      {
        subject: 'events',
        items: events.length,
        ask: async ({ ask }, stop) => {
          const replies = await ask(requests, stop);
          const isDeep = depth === 1 ? () => true : readDepth(replies.slice(txIds.length), depth);
          const told = new Set(txIds.flatMap((_, index) => readTold(replies[index], contracts)));
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

const depthRequests = ['latest', 'finalized'].map((tag) => ({
  method: 'eth_getBlockByNumber',
  params: [tag, false],
}));

/** Whether an endpoint's own blocks are deep enough on a height; it may know no final block. */
function readDepth(
  [latest, finalized]: readonly RpcReply[],
  depth: number | 'finalized',
): (height: number) => boolean {
  const heightOf = (reply: RpcReply | undefined): number =>
    reply?.ok === true && isObject(reply.result)
      ? readInteger(reply.result['number'], 'block number')
      : -1;
  const [tip, final] = [heightOf(latest), heightOf(finalized)];
  return (height) => height <= final || (depth !== 'finalized' && tip - height + 1 >= depth);
}

/** Digests of the events that a receipt tells; none where it is malformed or of a failure. */
function readTold(reply: RpcReply | undefined, contracts: Contracts): readonly string[] {
  if (reply?.ok !== true || !isObject(reply.result) || reply.result['status'] !== '0x1') return [];
  try {
    return decodeLogs(reply.result['logs'], contracts).map(eventDigest);
  } catch {
    return [];
  }
}
