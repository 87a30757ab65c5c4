import { PortageError } from '@portage/core';
import { createDeadline, readText } from '@portage/core/http';
import { membersOf, readCount } from '../json/members.js';
import { parseJson, type Json } from '../json/parseJson.js';

/** Bytes that one answer may have. */
const answerBytesMax = 4_000_000;
const codeOk = 200;

/** Endpoint of an exchange, and how long it may take. */
export interface ApiEndpoint {
  /** Address of the host, without `/api/v1`. */
  readonly url: string;
  /** Milliseconds that one answer may take. */
  readonly answerMsMax: number;
}

/** One call to an exchange. */
export interface ApiCall {
  /** Name of the call, which follows `/api/v1/`. */
  readonly name: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Members of a form, which is posted. */
  readonly form?: Readonly<Record<string, string | number>>;
}

/** Answer of an exchange: its members, or why it refuses. */
export type ApiAnswer =
  | { readonly type: 'answered'; readonly members: { readonly [member: string]: Json } }
  | {
      readonly type: 'refused';
      /** Status of HTTP. */
      readonly status: number;
      /** The exchange's own code. */
      readonly code: number;
      readonly message: string;
    };

/**
 * Calls an exchange, with whole numbers read exactly. A failed connection rejects, and so does an
 * answer that is too long, is not JSON, or says that the exchange itself failed.
 *
 * @throws PortageError `RPC_HTTP_ERROR`
 * @example
 * ```ts
 * const endpoint = { url: 'https://mainnet.zklighter.elliot.ai', answerMsMax: 10_000 };
 * const answer = await callApi(endpoint, { name: 'currentHeight' }, signal);
 * ```
 */
export async function callApi(
  { url, answerMsMax }: ApiEndpoint,
  { name, query = {}, form }: ApiCall,
  signal?: AbortSignal,
): Promise<ApiAnswer> {
  const target = new URL(`${url.replace(/\/+$/, '')}/api/v1/${name}`);
  for (const [member, value] of Object.entries(query))
    if (value !== undefined) target.searchParams.set(member, String(value));
  const deadline = createDeadline(answerMsMax, signal);
  try {
    const response = await fetch(target, {
      signal: deadline.signal,
      redirect: 'error',
      ...(form === undefined
        ? {}
        : {
            method: 'POST',
            body: new URLSearchParams(
              Object.entries(form).map(([member, value]) => [member, String(value)]),
            ),
          }),
    });
    return readAnswer(response.status, await readText(response, answerBytesMax));
  } catch (cause) {
    throw new PortageError('RPC_HTTP_ERROR', {
      message: `${target.host} did not answer ${name}.`,
      cause,
    });
  } finally {
    deadline.dispose();
  }
}

function readAnswer(status: number, text: string): ApiAnswer {
  // A failure of a proxy before the exchange need not be JSON.
  if (status >= 500 || status === 408 || status === 429)
    throw new Error(`It answered with the status ${status}.`);
  const members = membersOf(parseJson(text));
  const code = readCount(members['code']) ?? 0;
  if (status < 300 && code === codeOk) return { type: 'answered', members };
  const { message } = members;
  return {
    type: 'refused',
    status,
    code,
    message: (typeof message === 'string' ? message : 'no reason').slice(0, 300),
  };
}
