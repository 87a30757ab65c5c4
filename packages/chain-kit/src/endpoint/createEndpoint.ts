import { isPortageError, PortageError } from '@portage/core';
import { Pool } from 'undici';
import type { Ask, RpcReply, RpcRequest } from './ask.js';
import { decodeReplies } from './decodeReplies.js';
import { malformedReply } from './parse.js';
import { redactUrl } from './redactUrl.js';
import { withDeadline } from './withDeadline.js';

/** Calls that travel in one HTTP request; longer lists are split. */
const batchMax = 100;

/** Bounds of one endpoint. */
export interface EndpointLimits {
  /**
   * Milliseconds for a whole answer: an endpoint that sends it byte by byte counts as one that does
   * not answer.
   */
  readonly timeoutMs: number;
  /** Bytes of one answer. */
  readonly responseBytesMax: number;
}

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
  const parsed = new URL(url);
  const label = redactUrl(url);
  const pool = new Pool(parsed.origin, {
    connections: 16,
    keepAliveTimeout: 60_000,
    headersTimeout: limits.timeoutMs,
    bodyTimeout: limits.timeoutMs,
  });
  const path = `${parsed.pathname}${parsed.search}`;
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json',
  };
  if (parsed.username !== '') {
    const credentials = `${decodeURIComponent(parsed.username)}:${decodeURIComponent(parsed.password)}`;
    headers['authorization'] = `Basic ${Buffer.from(credentials).toString('base64')}`;
  }
  let nextId = 1;

  const post = async (
    requests: readonly RpcRequest[],
    signal: AbortSignal,
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
    const response = await pool.request({
      path,
      method: 'POST',
      headers,
      body,
      signal,
    });
    const text = await readBody(response.body, limits.responseBytesMax);
    if (response.statusCode !== 200)
      throw httpFault(label, response.statusCode, response.headers['retry-after']);
    return decodeReplies(parseJson(text), firstId, requests.length);
  };

  return {
    label,
    ask: async (requests, signal) => {
      const replies: RpcReply[] = [];
      for (let start = 0; start < requests.length; start += batchMax) {
        const batch = requests.slice(start, start + batchMax);
        replies.push(
          ...(await withDeadline((stop) => post(batch, stop), limits.timeoutMs, signal).catch(
            (error: unknown) => Promise.reject(unreachable(label, error)),
          )),
        );
      }
      return replies;
    },
    close: () => pool.destroy(),
  };
}

async function readBody(body: AsyncIterable<Buffer>, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw malformedReply(`answer: more than ${String(bytesMax)} bytes`);
    chunks.push(chunk);
  }
  return (
    chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
  ).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformedReply('answer: not JSON');
  }
}

function httpFault(
  label: string,
  status: number,
  retryAfter: string | string[] | undefined,
): PortageError {
  const seconds =
    typeof retryAfter === 'string' && /^\d{1,4}$/.test(retryAfter) ? Number(retryAfter) : undefined;
  return new PortageError('RPC_HTTP_ERROR', {
    message: `${label} answered with HTTP status ${String(status)}.`,
    context: { status, ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }) },
  });
}

/** Network errors may quote the address with its key, so only their code is passed on. */
function unreachable(label: string, error: unknown): PortageError {
  if (isPortageError(error)) return error;
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string'
      ? error.code
      : 'unknown';
  return new PortageError('RPC_HTTP_ERROR', {
    message: `${label} could not be reached (${code}).`,
  });
}
