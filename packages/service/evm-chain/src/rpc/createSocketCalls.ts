import { PortageError } from '@portage/core';
import {
  decodeReplies,
  isObject,
  malformedReply,
  type Ask,
  type RpcReply,
  type RpcRequest,
} from '@portage/chain-kit';

/** Calls that travel in one message: the least that providers take over a websocket. */
const togetherMax = 20;
/** Calls that wait for their answer. */
const pendingMax = 10_000;

/** Calls over one connection that also tells of things by itself. */
export interface SocketCalls {
  readonly ask: Ask;
  /**
   * Takes a message that is an answer. @throws PortageError `RPC_HTTP_ERROR` when it answers
   * nothing that was asked
   */
  receive(message: unknown): void;
  /** The connection is gone: every call that is not answered fails, and so does every later one. */
  fail(): void;
}

/** Connection and limits of calls over a websocket. */
export interface SocketCallsOptions {
  readonly send: (text: string) => void;
  /** Names the node in errors. */
  readonly label: string;
  readonly timeoutMs: number;
  /** The node owes an answer for longer than that; the calls have failed. */
  readonly onSilence: () => void;
}

interface Call {
  readonly request: RpcRequest;
  readonly resolve: (reply: RpcReply) => void;
  readonly reject: (error: PortageError) => void;
}

interface Exchange {
  readonly calls: readonly Call[];
  readonly firstId: number;
  readonly timer: NodeJS.Timeout;
}

/**
 * One exchange at a time: what is asked in one turn travels in one message, and what is asked
 * meanwhile in the next. A node that writes two small answers one after the other keeps the second
 * one back until the first is acknowledged (Nagle's algorithm), and a side with nothing to send
 * acknowledges only after some 40 ms. A question is such an acknowledgement, so answers that each
 * follow a question never wait.
 */
export function createSocketCalls({
  send,
  label,
  timeoutMs,
  onSilence,
}: SocketCallsOptions): SocketCalls {
  const waiting: Call[] = [];
  let exchange: Exchange | undefined;
  let together = togetherMax;
  let nextId = 1;
  let isDue = false;
  let isGone = false;
  const gone = (why: string): PortageError =>
    new PortageError('RPC_HTTP_ERROR', { message: `${label} ${why}.` });

  const fail = (why: string): void => {
    clearTimeout(exchange?.timer);
    const failed = [...(exchange?.calls ?? []), ...waiting.splice(0)];
    exchange = undefined;
    isGone = true;
    for (const call of failed) call.reject(gone(why));
  };

  const next = (): void => {
    isDue = false;
    if (exchange !== undefined || waiting.length === 0) return;
    const calls = waiting.splice(0, together);
    const firstId = nextId;
    nextId += calls.length;
    const timer = setTimeout(() => {
      fail('did not answer in time');
      onSilence();
    }, timeoutMs);
    exchange = { calls, firstId, timer };
    const asked = calls.map(({ request: { method, params } }, index) => ({
      jsonrpc: '2.0',
      id: firstId + index,
      method,
      params,
    }));
    send(JSON.stringify(asked.length === 1 ? asked[0] : asked));
  };

  const add = (request: RpcRequest): Promise<RpcReply> =>
    new Promise((resolve, reject) => {
      if (isGone || waiting.length >= pendingMax) {
        reject(gone('is not connected'));
        return;
      }
      waiting.push({ request, resolve, reject });
      if (isDue || exchange !== undefined) return;
      isDue = true;
      // Once everybody who heard of the same block has asked.
      process.nextTick(next);
    });

  return {
    ask: (requests) => Promise.all(requests.map(add)),
    receive: (message) => {
      if (exchange === undefined) throw malformedReply('reply: nothing was asked');
      const { calls, firstId, timer } = exchange;
      const isRefused = calls.length > 1 && isObject(message) && (message['id'] ?? null) === null;
      const replies = isRefused ? [] : decodeReplies(message, firstId, calls.length);
      clearTimeout(timer);
      exchange = undefined;
      if (isRefused) {
        // This node takes one call at a time.
        together = 1;
        waiting.unshift(...calls);
      }
      replies.forEach((reply, index) => calls[index]?.resolve(reply));
      next();
    },
    fail: () => fail('closed the connection'),
  };
}
