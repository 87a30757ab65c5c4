import { mainLeg } from '../../kit/depositId.js';
import type { DepositFact } from './readOrderFacts.js';

/**
 * Outcomes of the deposits of one order. It grows while a step is judged, and whatever is asked
 * costs the same however many there are.
 */
export interface DepositHistory {
  get(key: string): DepositFact | undefined;
  /** Another final deposit than this one has the order's main leg. */
  isTaken(except: string): boolean;
  /** Notes what became of a deposit, in place of what was known of it. */
  set(fact: DepositFact): void;
}

/** Makes the history of what is known. */
export function createDepositHistory(facts: readonly DepositFact[]): DepositHistory {
  const known = new Map<string, DepositFact>();
  const isMain = (fact: DepositFact | undefined): boolean =>
    fact?.state === 'final' && fact.leg === mainLeg;
  let mains = 0;
  const set = (fact: DepositFact): void => {
    mains += Number(isMain(fact)) - Number(isMain(known.get(fact.key)));
    known.set(fact.key, fact);
  };
  for (const fact of facts) set(fact);
  return {
    get: (key) => known.get(key),
    isTaken: (except) => mains > (isMain(known.get(except)) ? 1 : 0),
    set,
  };
}
