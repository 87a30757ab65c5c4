import { strictestRule, type FinalityTier } from '@portage/chain-kit';

/** Blocks on a transaction after which the network takes it as settled, its own included. */
const settledDepth = 6;

/**
 * Blocks that must stand on a transaction before nothing takes it back. Bitcoin never says that a
 * block is final: six blocks count as that, or more where the operator waits for more.
 */
export function finalDepth(tiers: readonly FinalityTier[]): number {
  const strictest = strictestRule(tiers);
  return typeof strictest === 'number' ? Math.max(strictest, settledDepth) : settledDepth;
}

/** Blocks that must stand on the cheapest deposit. */
export function leastDepth(tiers: readonly FinalityTier[], final: number): number {
  const depths = tiers.map(({ confirmations }) =>
    typeof confirmations === 'number' ? confirmations : final,
  );
  return Math.min(...depths);
}

/** Newest height that is final below a tip; 0 before there is one. */
export function finalHeight(tip: number, depth: number): number {
  return Math.max(0, tip - depth + 1);
}
