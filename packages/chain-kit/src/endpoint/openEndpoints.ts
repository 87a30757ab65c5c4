import { PortageError } from '@portage/core';
import { createEndpoint, type Endpoint } from './createEndpoint.js';

const responseBytesMax = 67_108_864;

/** The endpoints of a chain, as an operator names them. */
export interface EndpointSettings {
  /** Name of the chain, for errors. */
  readonly name: string;
  readonly rpcUrls: readonly string[];
  /** Endpoints that must agree before money is spent. Default: more than half of them. */
  readonly quorum?: number | undefined;
  readonly timeoutMs: number;
}

/**
 * Opens the endpoints of a chain until the signal aborts, and says how many of them must agree.
 *
 * @throws PortageError `INVALID_CONFIGURATION` when more must agree than there are
 * @example
 * ```ts
 * const { endpoints, quorum } = openEndpoints(
 *   { name: 'base', rpcUrls: ['https://one.example', 'https://two.example'], timeoutMs: 10_000 },
 *   signal,
 * );
 * ```
 */
export function openEndpoints(
  { name, rpcUrls, quorum, timeoutMs }: EndpointSettings,
  signal: AbortSignal,
): { readonly endpoints: readonly Endpoint[]; readonly quorum: number } {
  const needed = quorum ?? Math.floor(rpcUrls.length / 2) + 1;
  if (needed > rpcUrls.length)
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `${name}: a quorum of ${String(needed)} needs as many endpoints.`,
    });
  const endpoints = rpcUrls.map((url) =>
    createEndpoint(url, { timeoutMs, responseBytesMax: responseBytesMax }),
  );
  signal.addEventListener(
    'abort',
    () => void Promise.allSettled(endpoints.map((endpoint) => endpoint.close())),
    { once: true },
  );
  return { endpoints, quorum: needed };
}
