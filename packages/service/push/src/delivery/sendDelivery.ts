import { request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { HostAddress, LookUp } from '../targets/lookUp.js';
import { resolveTarget } from '../targets/resolveTarget.js';
import { readTarget, type TargetRules } from '../targets/readTarget.js';

/** A body on its way to a receiver. */
export interface OutgoingDelivery {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How deliveries are sent. */
export interface SendOptions extends TargetRules {
  readonly lookUp: LookUp;
  /** Ends the attempt, however far it is. */
  readonly signal: AbortSignal;
}

/** Bytes of an answer that are read; its receiver has nothing to say beyond its status. */
const answerBytesMax = 16_384;

/** Answers the addresses that were checked, to whichever way of asking. */
function pinned(addresses: readonly HostAddress[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses;
    if (all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
}

function exchange(
  url: URL,
  { headers, body }: OutgoingDelivery,
  options: Pick<RequestOptions, 'lookup' | 'signal'>,
): Promise<number> {
  const makeRequest = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = makeRequest(
      url,
      {
        ...options,
        method: 'POST',
        // Each connection of its own: one that was made before was checked for its own delivery.
        agent: false,
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Portage-Webhooks',
        },
      },
      (response) => {
        let bytes = 0;
        const end = (): void => {
          resolve(response.statusCode ?? 0);
          request.destroy();
        };
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > answerBytesMax) end();
        });
        response.once('end', end);
        response.once('error', reject);
      },
    );
    request.once('error', reject);
    request.end(body);
  });
}

/**
 * Sends a delivery to the addresses that its host has now, once all of them are checked. Redirects
 * are not followed, and no proxy of the environment is used.
 *
 * @returns HTTP status of the answer
 * @throws Error where there is none, or the host may not be sent to
 */
export async function sendDelivery(
  delivery: OutgoingDelivery,
  { lookUp, signal, ...rules }: SendOptions,
): Promise<number> {
  const url = readTarget(delivery.url, rules);
  signal.throwIfAborted();
  const ended = new Promise<never>((_resolve, reject) => {
    const end = (): void => reject(new Error('the attempt was ended'));
    signal.addEventListener('abort', end, { once: true });
  });
  const send = async (): Promise<number> => {
    const addresses = await resolveTarget(url, { ...rules, lookUp });
    return exchange(url, delivery, { lookup: pinned(addresses), signal });
  };
  // A lookup cannot be ended, so it is left behind.
  return Promise.race([send(), ended]);
}
