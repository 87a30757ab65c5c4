import type { OpenFastFill } from './openFastFill.js';

/** Decision about a fast fill now. */
export type FastFillDecision = 'release' | 'debit' | 'return' | 'wait';

/** Facts that a fast fill is decided by, beside what is stored of it. */
export interface FastFillFacts {
  /** Its deposit is final without an app's guarantee. */
  readonly isDeep: boolean;
  /** Milliseconds after which a deposit that is not there never comes. */
  readonly holdMsMax: number;
}

/**
 * Decides about a fast fill. Its hold is released once the deposit is as final as any other must
 * be, or where nothing was paid because of it and the request ended or time ran out. It is debited
 * where the order was paid and its deposit did not come back in time, and returned where the
 * deposit comes even later. Pure.
 */
export function decideFastFill(
  { state, deposit, isPaid, hasEnded, ageMs }: OpenFastFill,
  { isDeep, holdMsMax }: FastFillFacts,
): FastFillDecision {
  if (deposit !== undefined) {
    if (!isDeep) return 'wait';
    return state === 'held' ? 'release' : 'return';
  }
  if (state === 'debited') return 'wait';
  const isOver = ageMs > holdMsMax;
  if (isPaid) return isOver ? 'debit' : 'wait';
  return isOver || hasEnded ? 'release' : 'wait';
}
