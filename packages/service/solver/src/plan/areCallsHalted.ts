import { Money } from '@portage/core';
import type { BurnedGasPolicy } from '../policy/burnedGasPolicy.js';

/** Whether the gas that strangers' calls burned within an hour is worth the budget of all. */
export function areCallsHalted(
  burned: bigint,
  native: Money.PricedAsset,
  { microUsdMax }: Pick<BurnedGasPolicy, 'microUsdMax'>,
): boolean {
  return isBurned(burned, native, microUsdMax);
}

/** Whether burned gas is worth a budget, rounded up. */
export function isBurned(burned: bigint, native: Money.PricedAsset, microUsdMax: bigint): boolean {
  return Money.usdUp(burned, native.decimals, native.price) >= microUsdMax;
}
