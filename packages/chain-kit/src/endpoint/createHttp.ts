import { isPortageError, PortageError } from '@portage/core';
import { Pool } from 'undici';
import type { RpcRequest } from './ask.js';
import { malformedReply } from './parse.js';
import type { EndpointRefusal } from './refusalKind.js';
import { redactUrl } from './redactUrl.js';
import { withDeadline } from './withDeadline.js';

/** Bounds of one endpoint. */
export interface EndpointLimits {
  /**
   * Milliseconds for a whole answer: an endpoint that sends it byte by byte counts as one that does
   * not answer.
   */
  readonly timeoutMs: number;
  /** Bytes of one answer. */
  readonly responseBytesMax: number;
  /** Connections at most, so questions at once; further ones wait in line. Default 16. */
  readonly connections?: number | undefined;
  /** Told how many calls the endpoint takes at once, when it refuses more. */
  readonly onBatchMax?: ((batchMax: number, words: string) => void) | undefined;
  /** Waits until these calls may be made. */
  readonly beforeCalls?:
    ((requests: readonly RpcRequest[], signal?: AbortSignal) => Promise<void>) | undefined;
  /** Told of each refusal, with words that hold no key. */
  readonly onRefusal?: ((refusal: EndpointRefusal) => void) | undefined;
}

/** Question to a host. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** Path behind that of the host's URL; empty for the URL itself. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** Answer of a host, whatever its status. */
export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  /** Seconds after which the host wants to be asked again. */
  readonly retryAfterSeconds?: number | undefined;
}

/** One host over kept-alive HTTP connections. One attempt a question. */
export interface Http {
  /** Scheme and host, safe to print. */
  readonly label: string;
  /** @throws PortageError `RPC_HTTP_ERROR` where no whole answer comes in time */
  request(request: HttpRequest, signal?: AbortSignal): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/**
 * Opens a host. Redirects are not followed: the configuration alone says which hosts are asked.
 * Errors show its label alone, as the rest of the URL may hold a key.
 *
 * @example
 * ```ts
 * const http = createHttp('https://esplora.example/api', {
 *   timeoutMs: 10_000,
 *   responseBytesMax: 1_048_576,
 * });
 * const { status, text } = await http.request({ method: 'GET', path: '/mempool', headers: {} });
 * ```
 */
export function createHttp(url: string, limits: EndpointLimits): Http {
  const { origin, pathname, search, username, password } = new URL(url);
  const label = redactUrl(url);
  const pool = new Pool(origin, {
    connections: limits.connections ?? 16,
    keepAliveTimeout: 60_000,
    headersTimeout: limits.timeoutMs,
    bodyTimeout: limits.timeoutMs,
  });
  const authorization =
    username === ''
      ? {}
      : {
          authorization: `Basic ${Buffer.from(
            `${decodeURIComponent(username)}:${decodeURIComponent(password)}`,
          ).toString('base64')}`,
        };

  const ask = async (
    { method, path, headers, body }: HttpRequest,
    signal: AbortSignal,
  ): Promise<HttpAnswer> => {
    const whole = path === '' ? pathname : `${pathname.replace(/\/+$/, '')}${path}`;
    const response = await pool.request({
      method,
      signal,
      path: `${whole}${search}`,
      headers: { ...headers, ...authorization },
      ...(body === undefined ? {} : { body }),
    });
    const text = await readBody(response.body, limits.responseBytesMax);
    const retryAfter = response.headers['retry-after'];
    return {
      status: response.statusCode,
      text,
      ...(typeof retryAfter === 'string' && /^\d{1,4}$/.test(retryAfter)
        ? { retryAfterSeconds: Number(retryAfter) }
        : {}),
    };
  };

  return {
    label,
    request: (request, signal) =>
      withDeadline((stop) => ask(request, stop), limits.timeoutMs, signal).catch((error: unknown) =>
        Promise.reject(unreachable(label, error)),
      ),
    close: () => pool.destroy(),
  };
}

/**
 * Error for an answer whose status is no success, with the host's own words where they are known.
 *
 * @example
 * ```ts
 * httpFault('https://esplora.example', { status: 503 }).code; // 'RPC_HTTP_ERROR'
 * ```
 */
export function httpFault(
  label: string,
  { status, retryAfterSeconds }: Pick<HttpAnswer, 'status' | 'retryAfterSeconds'>,
  words?: string,
): PortageError {
  const said = words === undefined ? '.' : `: ${words}`;
  return new PortageError('RPC_HTTP_ERROR', {
    message: `${label} answered with HTTP status ${String(status)}${said}`,
    context: { status, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) },
  });
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
