import type { Ask, RpcReply, RpcRequest } from './ask.js';
import { createHttp, httpFault, type EndpointLimits, type HttpAnswer } from './createHttp.js';
import { createRedaction } from './createRedaction.js';
import { decodeReplies } from './decodeReplies.js';
import { malformedReply } from './parse.js';
import { readRefusedBatch, type RefusedBatch } from './readRefusedBatch.js';
import { wordsOf } from './wordsOf.js';

/** Calls that travel in one HTTP request at first; longer lists are split. */
const batchMaxFirst = 100;

const headers: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  accept: 'application/json',
};

/** Bounds of one exchange with an endpoint, as its refusals showed them so far. */
export interface EndpointBounds {
  /** Calls that it takes at once. */
  readonly callsMax?: number | undefined;
  /** Blocks of logs that it tells at once. */
  readonly logBlocksMax?: number | undefined;
}

/**
 * One JSON-RPC endpoint over kept-alive HTTP connections. One attempt a call; the caller decides
 * about another.
 */
export interface Endpoint {
  /** Scheme and host, safe to print. */
  readonly label: string;
  readonly ask: Ask;
  /**
   * Asks without a second attempt where the host wants to be asked less, or has no node just now:
   * for callers that have other endpoints. Default: `ask`.
   *
   * @throws PortageError `RPC_HTTP_ERROR`, also where a single reply is such a refusal
   */
  readonly askOnce?: Ask | undefined;
  /** Bounds that are known by now. */
  readonly bounds?: (() => EndpointBounds) | undefined;
  /**
   * Asks once and as it is, where `ask` splits long questions and waits: a refusal is an answer,
   * and is learned from. Default: `ask`.
   */
  readonly askWhole?: Ask | undefined;
  /** Whether it is known to lack a property, such as a method. Default: none is known. */
  readonly lacks?: ((property: string) => boolean) | undefined;
  /** Endpoints that it stands for, of which it asks one at a time. Default: itself alone. */
  readonly members?: readonly Endpoint[] | undefined;
  close(): Promise<void>;
}

/**
 * Opens an endpoint. Redirects are not followed: the configuration alone says which hosts are
 * asked.
 *
 * @example
 * ```ts
 * const endpoint = createEndpoint('https://rpc.example', {
 *   timeoutMs: 10_000,
 *   responseBytesMax: 67_108_864,
 * });
 * ```
 */
export function createEndpoint(url: string, limits: EndpointLimits): Endpoint {
  const http = createHttp(url, limits);
  const redact = createRedaction(url);
  let nextId = 1;
  let batchMax = batchMaxFirst;

  /** Replies to calls that travel together, or how many of them are taken at once. */
  const post = async (
    requests: readonly RpcRequest[],
    signal: AbortSignal | undefined,
  ): Promise<readonly RpcReply[] | RefusedBatch> => {
    await limits.beforeCalls?.(requests, signal);
    const firstId = nextId;
    nextId += requests.length;
    const calls = requests.map((request, index) => ({
      jsonrpc: '2.0',
      id: firstId + index,
      method: request.method,
      params: request.params,
    }));
    const body = JSON.stringify(calls.length === 1 ? calls[0] : calls);
    const answer = await http.request({ method: 'POST', path: '', headers, body }, signal);
    const parsed = parseJson(answer.text);
    const refused = calls.length > 1 ? readRefusedBatch(answer.status, parsed) : undefined;
    if (refused !== undefined) {
      limits.onRefusal?.({ isBatch: true, words: redact(refused.words) });
      return refused;
    }
    const replies = readReplies(answer, parsed, { firstId, count: calls.length })?.map(clean);
    if (replies !== undefined) {
      tellRefusals(requests, replies, limits);
      return replies;
    }
    const said = wordsOf(answer.text, parsed);
    const words = said === undefined ? undefined : redact(said);
    limits.onRefusal?.({ status: answer.status, words: words ?? statusWords(answer) });
    throw httpFault(http.label, answer, words);
  };

  /** Splits calls into as many as the endpoint takes at once: its refusals say how many. */
  const ask: Ask = async (requests, signal) => {
    const replies: RpcReply[] = [];
    while (replies.length < requests.length) {
      const part = requests.slice(replies.length, replies.length + batchMax);
      const answered = await post(part, signal);
      if (!('words' in answered)) replies.push(...answered);
      else {
        batchMax = Math.max(
          1,
          Math.min(answered.most ?? Math.floor(part.length / 2), part.length - 1),
        );
        limits.onBatchMax?.(batchMax, redact(answered.words));
      }
    }
    return replies;
  };

  /** Words of a node may get into logs and answers, and may hold the key that it was asked with. */
  const clean = (reply: RpcReply): RpcReply =>
    reply.ok
      ? reply
      : { ok: false, error: { ...reply.error, message: redact(reply.error.message) } };

  const bounds = (): EndpointBounds => ({ callsMax: batchMax });
  return { label: http.label, ask, bounds, close: () => http.close() };
}

const statusWords = ({ status }: HttpAnswer): string => `HTTP status ${String(status)}`;

function tellRefusals(
  requests: readonly RpcRequest[],
  replies: readonly RpcReply[],
  { onRefusal }: EndpointLimits,
): void {
  if (onRefusal === undefined) return;
  replies.forEach((reply, index) => {
    if (reply.ok) return;
    const { code, message: words } = reply.error;
    onRefusal({ code, method: requests[index]?.method, words });
  });
}

/** Statuses with which some hosts send a node's own refusal of a call. */
const refusingStatuses: readonly number[] = [400, 409, 413, 422, 500];

/**
 * Replies of an answer; undefined where its status is no success and its body answers no calls.
 *
 * @throws PortageError `RPC_HTTP_ERROR` where a success makes no sense
 */
function readReplies(
  { status }: HttpAnswer,
  body: unknown,
  { firstId, count }: { readonly firstId: number; readonly count: number },
): readonly RpcReply[] | undefined {
  if (status === 200) {
    if (body === undefined) throw malformedReply('answer: not JSON');
    return decodeReplies(body, firstId, count);
  }
  if (!refusingStatuses.includes(status) || body === undefined) return undefined;
  try {
    return decodeReplies(body, firstId, count);
  } catch {
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
