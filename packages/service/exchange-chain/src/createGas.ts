import type { Gas } from '@portage/core/chain';
import type { FeeMemory } from './createFees.js';

/**
 * Costs are the exchange's fees for transfers, in micro-USDC. A payer pays its own beside its
 * deposit, and the depository that of refunds and collections.
 */
export function createGas(fees: FeeMemory, pausedReason: Gas['pausedReason']): Gas {
  return {
    ...(pausedReason === undefined ? {} : { pausedReason }),
    estimate: ({ type }) => {
      const latest = fees.latest();
      if (latest === undefined || type === 'sweep' || type === 'relay') return undefined;
      const { fill, refund, inward } = latest.value;
      const value = {
        approve: 0n,
        refund,
        collection: inward,
        transfer: fill,
        send: fill,
        deposit: refund,
        fill,
      }[type];
      return { value, observedAt: latest.observedAt };
    },
  };
}
