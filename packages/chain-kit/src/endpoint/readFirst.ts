import { isPortageError, PortageError } from '@portage/core';
import type { Ask } from './ask.js';
import type { Breaker } from './createBreaker.js';
import type { Endpoint } from './createEndpoint.js';

/** An endpoint, and whether it rests. */
export interface RankedEndpoint {
  readonly endpoint: Endpoint;
  readonly breaker: Breaker;
}

/**
 * Reads by one endpoint after the other until one's answers make sense. Those that rest come last.
 *
 * @throws PortageError the first failure, where every endpoint fails
 */
export async function readFirst<Value>(
  ranked: readonly RankedEndpoint[],
  read: (ask: Ask) => Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  const resting = ranked.filter(({ breaker }) => breaker.rests());
  let failure: PortageError | undefined;
  for (const member of [...ranked.filter((one) => !resting.includes(one)), ...resting]) {
    try {
      const value = await read(member.endpoint.ask);
      member.breaker.succeeded();
      return value;
    } catch (error) {
      signal?.throwIfAborted();
      if (!isPortageError(error) || error.code === 'CHAIN_HALTED') throw error;
      member.breaker.failed();
      failure ??= error;
    }
  }
  throw failure ?? noEndpoint();
}

/** There is no endpoint to ask. */
export function noEndpoint(): PortageError {
  return new PortageError('RPC_HTTP_ERROR', { message: 'No chain endpoint is configured.' });
}
