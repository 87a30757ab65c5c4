import { isPortageError, PortageError } from '@portage/core';
import type { Ask } from './ask.js';
import type { Endpoint } from './createEndpoint.js';
import { restAfter } from './waitOutLimits.js';

/** Failures in a row after which an endpoint counts as one that does not answer. */
const failuresMax = 3;

/** Options of {@link watchOutages}. */
export interface OutageOptions {
  /** Milliseconds that the endpoint has for an answer. */
  readonly timeoutMs: number;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Told when the endpoint has failed several times in a row, once for each outage. */
  readonly onOutage: (error: PortageError) => void;
}

/** Tells of the outages of an endpoint. */
export function watchOutages(
  endpoint: Endpoint,
  { timeoutMs, clock, onOutage }: OutageOptions,
): Endpoint {
  let failures = 0;
  const watch =
    (ask: Ask, isPatient: boolean): Ask =>
    async (requests, signal) => {
      const startedAt = clock();
      try {
        const replies = await ask(requests, signal);
        failures = 0;
        return replies;
      } catch (error) {
        // A host that wants to be asked less is no outage before it was waited for.
        if (!isPatient && restAfter(error) !== undefined) throw error;
        // A call that its caller gave up early says nothing about the endpoint.
        if (signal?.aborted === true && clock() - startedAt < 0.9 * timeoutMs) throw error;
        failures += 1;
        if (failures === failuresMax) onOutage(asFault(error, endpoint.label));
        throw error;
      }
    };
  const { askOnce } = endpoint;
  return {
    ...endpoint,
    ask: watch(endpoint.ask, true),
    ...(askOnce === undefined ? {} : { askOnce: watch(askOnce, false) }),
  };
}

/** Failure of an endpoint; one without a code is an answer that did not come in time. */
export function asFault(error: unknown, label: string): PortageError {
  if (isPortageError(error)) return error;
  return new PortageError('RPC_HTTP_ERROR', {
    message: `${label} could not be reached (no answer in time).`,
  });
}
