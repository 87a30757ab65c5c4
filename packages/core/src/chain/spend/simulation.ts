/** Outcome of a payment on top of the newest block, found without sending it. */
export type Simulation =
  | {
      readonly status: 'passes';
      /**
       * Amount that a fill brings, in the currency that it pays; undefined where it is not known.
       */
      readonly paid?: bigint | undefined;
    }
  | {
      readonly status: 'reverts';
      readonly reason: string;
      readonly revert?: RevertTrace | undefined;
    }
  /** No endpoint could tell; nothing follows from it but that it is asked again. */
  | { readonly status: 'unknown'; readonly reason: string };

/** Why a transaction reverts, as far as the chain tells. */
export interface RevertTrace {
  /** Reason that the called contract gives. */
  readonly topLevel: string;
  /** Reason of the call that failed first, where the errors around it hold it; else the same. */
  readonly innermost: string;
  /** All of them, from the outside in. */
  readonly path: readonly string[];
  /**
   * Kind of the innermost error: one with words, a panic of the compiler, one of the
   * contract's own, or nothing at all.
   */
  readonly type: 'error' | 'panic' | 'custom' | 'none';
  /** The bytes, hex. */
  readonly data: string;
}
