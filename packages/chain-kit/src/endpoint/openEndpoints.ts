import { describeError, isPortageError, PortageError, type Clock, type Log } from '@portage/core';
import type { Connection } from '@portage/core/plugin';
import {
  createCheckedEndpoint,
  type CheckedEndpoint,
  type EndpointCheck,
} from './createCheckedEndpoint.js';
import { createEndpoint, type Endpoint } from './createEndpoint.js';
import type { EndpointLimits } from './createHttp.js';

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

/** Surroundings of the endpoints, and what each must pass before it is believed. */
export interface EndpointEnvironment {
  readonly check: EndpointCheck;
  /** Opens an endpoint of a chain that speaks something else than JSON-RPC. Default: JSON-RPC. */
  readonly connect?: ((url: string, limits: EndpointLimits) => Endpoint) | undefined;
  /** Closes the endpoints. */
  readonly signal: AbortSignal;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** Endpoints of a chain, and what their number is worth. */
export interface OpenedEndpoints {
  readonly endpoints: readonly Endpoint[];
  /** Endpoints that must agree. */
  readonly quorum: number;
  /** Sentences for operators; empty where a majority of at least two must agree. */
  readonly warnings: readonly string[];
  /** What operators are told of the endpoints, for the chain's `connection`. */
  readonly connection: Connection;
}

/**
 * Opens the endpoints of a chain until the signal aborts, checks all of them at once, and says how
 * many of them must agree. An endpoint that does not answer is left out until it does and has
 * passed its check; one that comes back after it was away is checked again.
 *
 * @throws PortageError `INVALID_CONFIGURATION` when more must agree than there are, and when any of
 *   them fails its check; `RPC_HTTP_ERROR` when fewer answer than must agree
 * @example
 * ```ts
 * const { endpoints, quorum } = await openEndpoints(
 *   { name: 'base', rpcUrls: ['https://one.example', 'https://two.example'], timeoutMs: 10_000 },
 *   {
 *     check: async ({ ask }) => void (await ask([])),
 *     signal,
 *     clock: systemClock,
 *     log: console.log,
 *   },
 * );
 * ```
 */
export async function openEndpoints(
  { name, rpcUrls, quorum, devnet = false, timeoutMs }: EndpointSettings,
  { check, connect = createEndpoint, signal, clock, log }: EndpointEnvironment,
): Promise<OpenedEndpoints> {
  const needed = quorum ?? Math.floor(rpcUrls.length / 2) + 1;
  if (needed > rpcUrls.length)
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `${name}: a quorum of ${String(needed)} needs as many endpoints.`,
    });
  const endpoints = rpcUrls.map((url) =>
    createCheckedEndpoint(connect(url, { timeoutMs, responseBytesMax }), {
      ...{ name, check, timeoutMs, log, signal },
      clock: () => clock.now(),
    }),
  );
  signal.addEventListener(
    'abort',
    () => void Promise.allSettled(endpoints.map((endpoint) => endpoint.close())),
    { once: true },
  );
  await checkAll(endpoints, { name, needed });
  return {
    endpoints,
    quorum: needed,
    warnings: devnet ? [] : quorumWarnings(needed, rpcUrls),
    connection: { quorum: needed, endpoints: () => endpoints.map((endpoint) => endpoint.state()) },
  };
}

async function checkAll(
  endpoints: readonly CheckedEndpoint[],
  { name, needed }: { readonly name: string; readonly needed: number },
): Promise<void> {
  const checked = await Promise.allSettled(endpoints.map((endpoint) => endpoint.check()));
  const faults = checked.flatMap((each): readonly unknown[] =>
    each.status === 'rejected' ? [each.reason] : [],
  );
  const wrong = faults.find((fault) => isPortageError(fault, 'INVALID_CONFIGURATION'));
  if (wrong !== undefined) throw wrong;
  const answering = endpoints.length - faults.length;
  if (answering >= needed) return;
  throw new PortageError('RPC_HTTP_ERROR', {
    message: `${name}: ${String(answering)} of ${String(endpoints.length)} endpoints answer, ${String(needed)} must agree. ${faults.map(describeError).join(' ')}`,
    hint: 'Check the endpoints; the chain opens by itself when enough of them answer.',
  });
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
