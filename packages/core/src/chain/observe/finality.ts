/** When a deposit may be spent against. */
export interface Finality {
  /**
   * Blocks that must stand on a deposit of this value, its own included; `finalized` waits for the
   * chain's own word.
   */
  confirmations(valueMicroUsd: bigint): number | 'finalized';
  /**
   * Worth of deposits, in micro-USD, that may be spent against at a time before as many blocks
   * stand on them as the most valuable one needs; others wait for those blocks. No limit unless
   * given.
   */
  readonly exposureMicroUsdMax?: bigint | undefined;
}
