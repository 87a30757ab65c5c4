import { Money } from '@portage/core';
import type { Depth, Finality } from '@portage/core/chain';

/** Depth that deposits up to a value need. */
export interface FinalityTier {
  /** Whole USD; absent for the last tier. */
  readonly upToUsd?: number | undefined;
  /**
   * Blocks that must stand on a deposit, its own included, or the chain's own word: `safe` on EVM
   * chains, `finalized` on all.
   */
  readonly confirmations: Depth;
}

/**
 * The rule of the first tier that a value falls under; beyond the last bound the last tier's rule
 * holds.
 *
 * @param exposureUsdMax - whole USD that may be spent against deposits at a time before the deepest
 *   rule holds for them. Default: the last bound, as many deposits together are no safer than one
 *   of their worth; without a bound there is no limit
 * @example
 * ```ts
 * const finality = createFinality([
 *   { upToUsd: 100, confirmations: 1 },
 *   { confirmations: 'finalized' },
 * ]);
 * finality.confirmations(25_000_000n); // 1
 * finality.exposureMicroUsdMax; // 100_000_000n
 * ```
 */
export function createFinality(
  tiers: readonly FinalityTier[],
  exposureUsdMax: number | undefined = lastBound(tiers),
): Finality {
  return {
    confirmations: (valueMicroUsd) => {
      const tier = tiers.find(
        ({ upToUsd }) => upToUsd === undefined || valueMicroUsd <= toMicroUsd(upToUsd),
      );
      return (tier ?? tiers.at(-1))?.confirmations ?? 'finalized';
    },
    ...(exposureUsdMax === undefined ? {} : { exposureMicroUsdMax: toMicroUsd(exposureUsdMax) }),
  };
}

function lastBound(tiers: readonly FinalityTier[]): number | undefined {
  return tiers.flatMap(({ upToUsd }) => upToUsd ?? []).at(-1);
}

function toMicroUsd(usd: number): bigint {
  return BigInt(usd) * Money.microUsdPerUsd;
}

/**
 * The strictest rule of all tiers: one of our own transactions counts as gone for good only under
 * this rule.
 *
 * @example
 * ```ts
 * strictestRule([{ upToUsd: 100, confirmations: 1 }, { confirmations: 12 }]); // 12
 * ```
 */
export function strictestRule(tiers: readonly FinalityTier[]): Depth {
  const depths = tiers.map((tier) => tier.confirmations);
  if (depths.includes('finalized')) return 'finalized';
  return depths.includes('safe')
    ? 'safe'
    : Math.max(...depths.filter((depth) => typeof depth === 'number'));
}
