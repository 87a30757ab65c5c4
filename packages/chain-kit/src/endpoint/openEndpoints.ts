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
  /** Whether one process serves the whole chain, so that one endpoint is as good as many. */
  readonly devnet?: boolean | undefined;
  readonly timeoutMs: number;
}

/** Endpoints of a chain, and what their number is worth. */
export interface OpenedEndpoints {
  readonly endpoints: readonly Endpoint[];
  /** Endpoints that must agree. */
  readonly quorum: number;
  /** Sentences for operators; empty where a majority of at least two must agree. */
  readonly warnings: readonly string[];
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
  { name, rpcUrls, quorum, devnet = false, timeoutMs }: EndpointSettings,
  signal: AbortSignal,
): OpenedEndpoints {
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
  return { endpoints, quorum: needed, warnings: devnet ? [] : quorumWarnings(needed, rpcUrls) };
}

function quorumWarnings(needed: number, { length }: readonly string[]): readonly string[] {
  if (needed < 2)
    return [
      'One endpoint alone is believed, whatever it tells: name endpoints of several operators and a quorum of at least two.',
    ];
  return 2 * needed > length
    ? []
    : [
        `A quorum of ${String(needed)} of ${String(length)} endpoints is no majority: two halves may be told different chains.`,
      ];
}
