import type { DecidedPayout, EndedTransaction } from '@portage/settlement';

/** Counts what leaves the solver on a chain, and stops what is too much. */
export interface OutflowMeter {
  /**
   * Puts off payments with which more would leave than the policy allows. Signs nothing itself, so
   * it may run again.
   */
  limit(decided: readonly DecidedPayout[]): readonly DecidedPayout[];
  /** Counts payments that are stored. */
  count(decided: readonly DecidedPayout[]): void;
  /** Halts the chain where payments were put off. */
  judge(): Promise<void>;
}

/** Counts how fills of a chain end, and stops new quotes where too many revert. */
export interface OutcomeTally {
  /** Counts fills that were mined or have reverted, by recipient. */
  noteEnded(ended: readonly EndedTransaction[]): void;
  /** Stops quotes where the payments of too many recipients of the last hour have reverted. */
  judge(): Promise<void>;
}
