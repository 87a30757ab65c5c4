import type { FeeMemory } from './createFees.js';

/** Price of a compute unit in micro-lamports; 0 while it is not known. */
export function marketPrice(fees: FeeMemory): bigint {
  return fees.market()?.value.price ?? 0n;
}
