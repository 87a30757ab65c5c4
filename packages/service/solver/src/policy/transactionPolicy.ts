/** How a transaction is watched until it is final, and when its fee is raised. */
export interface TransactionPolicy {
  /**
   * Blocks without a transaction after which its fee is raised, and again after as many for each
   * raise before.
   */
  readonly bumpAfterBlocks: number;
  /** Time that a transaction may be unknown to the chain before the same bytes are sent again. */
  readonly rebroadcastMs: number;
  /** Interval at which open transactions are looked up. */
  readonly monitorMs: number;
  /**
   * Time for which sequences that are neither mined nor ours may be in use before the chain halts.
   */
  readonly sequenceWaitMs: number;
  /**
   * Unused sequences before the oldest open transaction that are filled with transactions without
   * a payment; more halt the chain.
   */
  readonly sequenceGapMax: number;
}

/** Defaults of {@link TransactionPolicy}. */
export const defaultTransactionPolicy: TransactionPolicy = {
  bumpAfterBlocks: 5,
  rebroadcastMs: 3_000,
  monitorMs: 500,
  sequenceWaitMs: 30_000,
  sequenceGapMax: 16,
};
