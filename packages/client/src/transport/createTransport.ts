import { isPortageError, PortageError } from '@portage/core/errors';
import { aborted, sleep, type Transport, type TransportRequest } from '@portage/core/executor';
import { createDeadline } from '@portage/core/http';
import type { AppEndpointName } from '@portage/core/schemas';
import { backoffMs } from './backoff.js';
import { endpointPaths } from './endpointPaths.js';
import { readAnswer, readText } from './readAnswer.js';
import { createServiceClock } from './serviceClock.js';
import { serviceUrl } from './serviceUrl.js';

/** Options of a transport. */
export interface TransportOptions {
  /** Address of the service, as in `https://portage.example` or `https://portage.example/api`. */
  readonly baseUrl: string;
  /** API key, sent as `x-api-key` to this service alone. */
  readonly apiKey?: string | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /**
   * Longest time for one attempt of a call, in milliseconds. 30 seconds by default. Streams are
   * bounded by their readers.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Number of repeated attempts of a GET after an error that may pass. Two by default. A POST is
   * never repeated.
   */
  readonly retries?: number | undefined;
  /** Source of jitter. `Math.random` by default. */
  readonly random?: (() => number) | undefined;
}

/**
 * Whether the same GET may work after a status: the service is busy, or what stands before it is,
 * whose codes go up to 530.
 */
function mayPass(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501);
}

const retryBackoff = { firstMs: 200, maxMs: 5_000, factor: 2 } as const;

/** Longest `Retry-After` that is waited for. A longer one is an error for the caller. */
const retryAfterMsMax = 10_000;

/** A transport that knows the service's time. */
export interface ClockedTransport extends Transport {
  readonly now: NonNullable<Transport['now']>;
}

/**
 * Makes a transport that calls a service over `fetch`.
 *
 * @throws PortageError `INVALID_CONFIGURATION` when the base address is not an http(s) address
 * @example
 * ```ts
 * const transport = createTransport({ baseUrl: 'http://127.0.0.1:4000' });
 * const answer = await transport.call('health', {});
 * ```
 */
export function createTransport(options: TransportOptions): ClockedTransport {
  // Callers without types may give anything.
  const baseUrl = readBaseUrl((options as TransportOptions | undefined)?.baseUrl);
  const { apiKey, timeoutMs = 30_000, retries = 2, random = Math.random } = options;
  const fetcher =
    options.fetch ??
    ((input: string | URL | Request, init?: RequestInit) => globalThis.fetch(input, init));

  const clock = createServiceClock();
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const url = serviceUrl(baseUrl, path);
    const headers = new Headers(init.headers);
    if (apiKey !== undefined) headers.set('x-api-key', apiKey);
    const sentAt = Date.now();
    try {
      const answer = await fetcher(url, { ...init, headers, redirect: 'manual' });
      clock.read({ method: init.method ?? 'GET', sentAt, headers: answer.headers });
      return answer;
    } catch (cause) {
      if (init.signal?.aborted === true) throw aborted(init.signal);
      throw unreachable(baseUrl, cause);
    }
  };

  const attempt = async (
    path: string,
    init: RequestInit,
    signal: AbortSignal,
  ): Promise<{ response: Response; text: string }> => {
    const response = await send(path, { ...init, signal });
    return { response, text: await readText(response) };
  };

  const call = async (endpoint: AppEndpointName, request: TransportRequest): Promise<unknown> => {
    const { method, path } = endpointPaths[endpoint];
    const target = fillPath(path, request.params) + queryText(request.query);
    const init: RequestInit = {
      method,
      headers: {
        accept: 'application/json',
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...request.headers,
      },
    };
    if (method === 'POST') init.body = JSON.stringify(request.body ?? {});
    for (let failures = 0; ; failures += 1) {
      const last = method === 'POST' || failures >= retries;
      const deadline = createDeadline(timeoutMs, request.signal);
      let waitMs = backoffMs(retryBackoff, failures, random);
      try {
        const { response, text } = await attempt(target, init, deadline.signal);
        const retryAfterMs = readRetryAfter(response);
        if (last || !mayPass(response.status) || retryAfterMs > retryAfterMsMax)
          return readAnswer(response, text);
        waitMs = Math.max(waitMs, retryAfterMs);
      } catch (error) {
        if (request.signal?.aborted === true) throw aborted(request.signal);
        if (deadline.expired()) throw timedOut(endpoint, timeoutMs, error);
        if (last || !isPortageError(error, 'HTTP_REQUEST_FAILED')) throw error;
      } finally {
        deadline.dispose();
      }
      await sleep(waitMs, request.signal ?? new AbortController().signal);
    }
  };

  return { baseUrl, call, fetch: send, now: clock.now };
}

function readBaseUrl(baseUrl: string | undefined): string {
  const url = typeof baseUrl === 'string' ? parseUrl(baseUrl) : undefined;
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.search !== '' ||
    url.hash !== '' ||
    url.username !== ''
  ) {
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `"${String(baseUrl)}" is not the base address of a service.`,
      hint: 'Give an http or https address without query.',
    });
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** Some runtimes have no `URL.canParse`. */
function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined; // The constructor has no other way to say so.
  }
}

function unreachable(baseUrl: string, cause: unknown): PortageError {
  return new PortageError('HTTP_REQUEST_FAILED', {
    message: `The service at ${baseUrl} could not be reached.`,
    hint: 'Check the base address of the service.',
    context: { baseUrl },
    cause,
  });
}

function timedOut(endpoint: string, timeoutMs: number, cause: unknown): PortageError {
  return new PortageError('REQUEST_TIMED_OUT', {
    message: `The service did not answer "${endpoint}" within ${String(timeoutMs)} ms.`,
    context: { endpoint, timeoutMs },
    cause,
  });
}

function fillPath(path: string, params: TransportRequest['params']): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
}

function queryText(query: TransportRequest['query']): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

/** Wait in milliseconds that an answer asks for; 0 where it names none. */
function readRetryAfter(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? '0');
  return Number.isFinite(seconds) ? seconds * 1000 : 0;
}
