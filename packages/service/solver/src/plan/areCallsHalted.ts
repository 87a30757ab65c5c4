import { Money } from '@portage/core';
import type { BurnPolicy } from '../context.js';

/** Whether the gas that strangers' calls burned within an hour is worth their budget. */
export function areCallsHalted(
  burned: bigint,
  native: Money.PricedAsset,
  { burnedGasMicroUsdMax }: BurnPolicy,
): boolean {
  return Money.usdUp(burned, native.decimals, native.price) >= burnedGasMicroUsdMax;
}
