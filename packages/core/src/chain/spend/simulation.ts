/** What a payment would do if it were made on top of the newest block. */
export type Simulation =
  | { readonly status: 'passes' }
  | {
      readonly status: 'reverts';
      readonly reason: string;
      readonly revert?: RevertTrace | undefined;
    };

/** Why a transaction reverts, as far as the chain tells. */
export interface RevertTrace {
  /** What the called contract says. */
  readonly topLevel: string;
  /** What the call says that failed first, where the errors around it hold it; else the same. */
  readonly innermost: string;
  /** All of them, from the outside in. */
  readonly path: readonly string[];
  /**
   * What kind of error the innermost is: one with words, a panic of the compiler, one of the
   * contract's own, or nothing at all.
   */
  readonly type: 'error' | 'panic' | 'custom' | 'none';
  /** The bytes, hex. */
  readonly data: string;
}
