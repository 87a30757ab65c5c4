import { Money } from '@portage/core';

/**
 * Prints a change in micro-USD as impacts show it: six decimals, and "0" for zero.
 *
 * @example
 * ```ts
 * formatUsdChange(-1500n); // '-0.001500'
 * ```
 */
export function formatUsdChange(microUsd: bigint): string {
  return microUsd === 0n ? '0' : Money.formatUsd(microUsd);
}
