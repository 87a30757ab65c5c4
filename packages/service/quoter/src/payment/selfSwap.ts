import { PortageError } from '@portage/core';
import { ownCosts } from './deposit.js';
import type { PayingSide, SelfSwap } from './paymentMethod.js';

/** A swap that the payer makes alone, on a chain that offers one. */
export function createSelfSwap(side: PayingSide): SelfSwap {
  return {
    type: 'selfSwap',
    ...ownCosts(side),
    steps: (input) => {
      const made = side.deposits.swapSteps?.(input);
      if (made === undefined)
        throw new PortageError('UNSUPPORTED_ROUTE', {
          message: `Swaps within chain ${String(side.chain.id)} are not offered.`,
        });
      return made;
    },
  };
}
