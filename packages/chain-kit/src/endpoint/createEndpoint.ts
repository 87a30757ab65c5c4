import type { Ask, RpcReply, RpcRequest } from './ask.js';
import { createHttp, httpFault, type EndpointLimits } from './createHttp.js';
import { createRedaction } from './createRedaction.js';
import { decodeReplies } from './decodeReplies.js';
import { malformedReply } from './parse.js';

/** Calls that travel in one HTTP request; longer lists are split. */
const batchMax = 100;

const headers: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  accept: 'application/json',
};

/**
 * One JSON-RPC endpoint over kept-alive HTTP connections. One attempt a call; whoever asks decides
 * about another.
 */
export interface Endpoint {
  /** Scheme and host, safe to print. */
  readonly label: string;
  readonly ask: Ask;
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

  const post = async (
    requests: readonly RpcRequest[],
    signal: AbortSignal | undefined,
  ): Promise<readonly RpcReply[]> => {
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
    if (answer.status !== 200) throw httpFault(http.label, answer);
    return decodeReplies(parseJson(answer.text), firstId, requests.length).map(clean);
  };

  /** Words of a node may get into logs and answers, and may hold the key that it was asked with. */
  const clean = (reply: RpcReply): RpcReply =>
    reply.ok
      ? reply
      : { ok: false, error: { ...reply.error, message: redact(reply.error.message) } };

  return {
    label: http.label,
    ask: async (requests, signal) => {
      const replies: RpcReply[] = [];
      for (let start = 0; start < requests.length; start += batchMax)
        replies.push(...(await post(requests.slice(start, start + batchMax), signal)));
      return replies;
    },
    close: () => http.close(),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformedReply('answer: not JSON');
  }
}
