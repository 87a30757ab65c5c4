import { isPortageError, PortageError } from '@portage/core';
import type { EndpointState } from '@portage/core/plugin';
import type { Endpoint } from './createEndpoint.js';

/** Failures in a row after which an endpoint counts as one that does not answer. */
const failuresMax = 3;

/** An endpoint that counts what it is asked. */
export interface MeteredEndpoint extends Endpoint {
  counts(): Pick<EndpointState, 'calls' | 'errors'>;
}

/** Options of {@link createMeteredEndpoint}. */
export interface MeterOptions {
  /** Milliseconds that the endpoint has for an answer. */
  readonly timeoutMs: number;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Told when the endpoint has failed several times in a row, once for each outage. */
  readonly onOutage: (error: PortageError) => void;
}

/** Counts calls and failures of an endpoint, and tells of its outages. */
export function createMeteredEndpoint(
  endpoint: Endpoint,
  { timeoutMs, clock, onOutage }: MeterOptions,
): MeteredEndpoint {
  let [calls, errors, failures] = [0, 0, 0];
  return {
    ...endpoint,
    counts: () => ({ calls, errors }),
    ask: async (requests, signal) => {
      const startedAt = clock();
      calls += requests.length;
      try {
        const replies = await endpoint.ask(requests, signal);
        failures = 0;
        return replies;
      } catch (error) {
        // Whoever lost interest early says nothing about the endpoint.
        if (signal?.aborted === true && clock() - startedAt < 0.9 * timeoutMs) throw error;
        errors += 1;
        failures += 1;
        if (failures === failuresMax) onOutage(asFault(error, endpoint.label));
        throw error;
      }
    },
  };
}

/** Failure of an endpoint; one without a code is an answer that did not come in time. */
export function asFault(error: unknown, label: string): PortageError {
  if (isPortageError(error)) return error;
  return new PortageError('RPC_HTTP_ERROR', {
    message: `${label} could not be reached (no answer in time).`,
  });
}
