import type { Queryable } from '@portage/database';
import { readBreakers, tripBreaker, type Breaker } from './breakers.js';
import { advanceRestoreDetector } from './advanceRestoreDetector.js';
import { readOutflows, type MadeOutflow } from './readOutflows.js';
import { readMovedWorth, type MovedWorth } from './readMovedWorth.js';

/** Facts that circuit breakers watch, and the limits that they set. */
export interface Breakers {
  /** Sets a limit on a chain; false where it stood before. */
  trip(breaker: Breaker): Promise<boolean>;
  /** Limits that stand; `chains.clearHalt` clears those of a chain. */
  list(): Promise<readonly Breaker[]>;
  /**
   * Payments of a chain within 24 hours, since an operator cleared its last halt, page by page from
   * the oldest one.
   */
  outflows(chainId: number, native: string): AsyncIterable<readonly MadeOutflow[]>;
  /** How what the solver owns differs from the beginning of the hour; it is read and kept. */
  movedWorth(): Promise<readonly MovedWorth[]>;
  /**
   * Advances the restore detector of a worker: its number gets smaller only where the database has
   * lost writes.
   */
  advanceRestoreDetector(worker: string): Promise<number>;
}

/** Makes the verbs of circuit breakers. */
export function createBreakers(database: Queryable): Breakers {
  return {
    trip: (breaker) => tripBreaker(database, breaker),
    list: () => readBreakers(database),
    outflows: (chainId, native) => readOutflows(database, chainId, native),
    movedWorth: () => readMovedWorth(database),
    advanceRestoreDetector: (worker) => advanceRestoreDetector(database, worker),
  };
}
