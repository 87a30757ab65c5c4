/**
 * Blocks that must stand on something, its own included, or the chain's own word: `finalized`, or
 * `safe`, which chains give sooner and hardly ever take back.
 */
export type Depth = number | 'safe' | 'finalized';

/** When a deposit may be spent against. */
export interface Finality {
  /**
   * Blocks that must stand on a deposit of this value, its own included; `safe` and `finalized`
   * wait for the chain's own word.
   */
  confirmations(valueMicroUsd: bigint): Depth;
  /**
   * Worth of deposits, in micro-USD, that may be spent against at a time before as many blocks
   * stand on them as the most valuable one needs; others wait for those blocks. No limit unless
   * given.
   */
  readonly exposureMicroUsdMax?: bigint | undefined;
}
