import { isPortageError, PortageError } from '@portage/core';
import type { Ask } from './ask.js';
import type { Breaker } from './createBreaker.js';
import type { Endpoint } from './createEndpoint.js';
import { restAfter } from './waitOutLimits.js';

/** An endpoint, and whether it rests. */
export interface RankedEndpoint {
  readonly endpoint: Endpoint;
  readonly breaker: Breaker;
}

/** Lets an endpoint rest after an error: as long as its host wants, or as after any failure. */
export function noteFault(breaker: Breaker, error: unknown): void {
  const ms = restAfter(error);
  if (ms === undefined) breaker.failed();
  else breaker.spare(ms);
}

/** Those that rest come last. */
export function byRest<Ranked extends RankedEndpoint>(
  ranked: readonly Ranked[],
): readonly Ranked[] {
  const resting = ranked.filter(({ breaker }) => breaker.rests());
  return [...ranked.filter((one) => !resting.includes(one)), ...resting];
}

/**
 * Reads by one endpoint after the other until one's answers make sense. Those that rest come last.
 * A host that wants to be asked less is waited for where all the others fail, too.
 *
 * @throws PortageError the first failure, where every endpoint fails
 */
export async function readFirst<Value>(
  ranked: readonly RankedEndpoint[],
  read: (ask: Ask) => Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  let failure: PortageError | undefined;
  const isAlone = ranked.length === 1;
  const queue = byRest(ranked).map(({ endpoint, breaker }) => askerOf(endpoint, breaker, isAlone));
  // Those that want to be asked less come again at the end.
  for (const { ask, patient, breaker } of queue) {
    try {
      const value = await read(ask);
      breaker.succeeded();
      return value;
    } catch (error) {
      signal?.throwIfAborted();
      if (!isPortageError(error) || error.code === 'CHAIN_HALTED') throw error;
      noteFault(breaker, error);
      failure ??= error;
      if (patient !== undefined && restAfter(error) !== undefined)
        queue.push({ ask: patient, patient: undefined, breaker });
    }
  }
  throw failure ?? noEndpoint();
}

/** How one endpoint is asked, and how it is waited for; the latter undefined where it was. */
interface Asker {
  readonly ask: Ask;
  readonly patient: Ask | undefined;
  readonly breaker: Breaker;
}

function askerOf({ ask, askOnce }: Endpoint, breaker: Breaker, isAlone: boolean): Asker {
  return isAlone || askOnce === undefined
    ? { ask, patient: undefined, breaker }
    : { ask: askOnce, patient: ask, breaker };
}

/** There is no endpoint to ask. */
export function noEndpoint(): PortageError {
  return new PortageError('RPC_HTTP_ERROR', { message: 'No chain endpoint is configured.' });
}
