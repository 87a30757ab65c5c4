import type { ChainContext } from '../context.js';
import type { SyncOutcome } from './createInventorySync.js';

/**
 * Pauses of a sender: of one that is never at rest, so that its balances can be compared, and while
 * something seems to be missing.
 */
export interface Rest {
  /** Whether nothing new is signed for now. */
  isOn(): boolean;
  /** Notes what came of a comparison, or that it failed. */
  note(outcome: SyncOutcome | 'failed'): void;
  /** Asks for a comparison soon: a pause begins where the next one finds the sender busy. */
  ask(): void;
}

/**
 * Makes the pauses: one of at most `policy.balances.restMsMax` where nothing was compared for
 * `policy.balances.restAfterMs`, which ends with the comparison. A request for one may bring a
 * pause sooner, once in `policy.balances.comparisonAgeMsMax`. Where a comparison shows that
 * something is missing, nothing is signed until another one has told otherwise, or halted the
 * chain.
 */
export function createRest({ clock, policy }: Pick<ChainContext, 'clock' | 'policy'>): Rest {
  let pausedAt = -Infinity;
  let comparedAt = clock.elapsed();
  let restUntil = 0;
  let isShort = false;
  return {
    isOn: () => isShort || clock.elapsed() < restUntil,
    note: (outcome) => {
      const now = clock.elapsed();
      if (outcome === 'short') isShort = true;
      if (outcome === 'compared') isShort = false;
      if (outcome === 'compared' || outcome === 'short' || outcome === 'again') {
        comparedAt = now;
        restUntil = 0;
      } else if (outcome === 'busy' && now - comparedAt >= policy.balances.restAfterMs) {
        // Where the pause does not help either, payments go on for as long as before.
        comparedAt = now + policy.balances.restMsMax;
        restUntil = now + policy.balances.restMsMax;
        pausedAt = now;
      }
    },
    ask: () => {
      const now = clock.elapsed();
      if (now - pausedAt >= policy.balances.comparisonAgeMsMax)
        comparedAt = Math.min(comparedAt, now - policy.balances.restAfterMs);
    },
  };
}
