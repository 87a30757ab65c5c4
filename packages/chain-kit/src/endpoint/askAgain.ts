import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from './createEndpoint.js';

/** Attempts of one question. */
const attemptsMax = 4;
/** Milliseconds between two attempts. */
const pauseMs = 50;

/**
 * An endpoint whose questions are asked again where they fail. A check has many of them: an
 * endpoint that fails every second request would never pass it, and be lost although it answers.
 */
export function askAgain(endpoint: Endpoint): Endpoint {
  return {
    ...endpoint,
    ask: async (requests, signal) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await endpoint.ask(requests, signal);
        } catch (error) {
          if (attempt === attemptsMax || signal?.aborted === true) throw error;
          await sleep(pauseMs, undefined, { signal });
        }
      }
    },
  };
}
