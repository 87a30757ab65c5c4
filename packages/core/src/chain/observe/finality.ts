/** When a deposit may be spent against. */
export interface Finality {
  /**
   * Blocks that must stand on a deposit of this value, its own included; `finalized` waits for the
   * chain's own word.
   */
  confirmations(valueMicroUsd: bigint): number | 'finalized';
}
