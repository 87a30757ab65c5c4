const failuresMax = 3;
const restMs = 1_000;
const restMsMax = 30_000;

/**
 * Lets an endpoint rest that has failed several times in a row: longer each time, and one question
 * at the end of each rest says whether it is back.
 */
export interface Breaker {
  /** Whether the endpoint rests at this moment. */
  rests(): boolean;
  succeeded(): void;
  failed(): void;
  /** Lets it rest for some milliseconds: it answers, and wants to be asked less. */
  spare(ms: number): void;
}

/**
 * Makes the breaker of one endpoint.
 *
 * @example
 * ```ts
 * const breaker = createBreaker(Date.now);
 * for (let i = 0; i < 3; i += 1) breaker.failed();
 * breaker.rests(); // true
 * ```
 */
export function createBreaker(clock: () => number): Breaker {
  let failures = 0;
  let restsUntil = -Infinity;
  return {
    rests: () => clock() < restsUntil,
    succeeded: () => {
      failures = 0;
      restsUntil = -Infinity;
    },
    spare: (ms) => {
      restsUntil = Math.max(restsUntil, clock() + ms);
    },
    failed: () => {
      failures += 1;
      if (failures < failuresMax) return;
      restsUntil = clock() + Math.min(restMs * 2 ** (failures - failuresMax), restMsMax);
    },
  };
}
