import type { Chain } from '@portage/core/chain';
import type { Settlement } from '@portage/settlement';
import { keepFresh, type FreshOptions } from './keepFresh.js';

/** Database, clock and lifetime of {@link watchHaltedChains}. */
export interface HaltedChainsOptions extends FreshOptions {
  readonly settlement: Pick<Settlement, 'chains'>;
}

/**
 * Keeps in memory which chains are halted. Nothing is spent on a halted chain, nor for what was
 * paid on it, so no quote may promise either.
 */
export async function watchHaltedChains(
  options: HaltedChainsOptions,
): Promise<(chain: Chain) => boolean> {
  const halted = await keepFresh(
    'halts',
    async () => {
      const halts = await options.settlement.chains.halts();
      return new Set(halts.map(({ chainId }) => chainId));
    },
    options,
  );
  return ({ id }) => halted().has(id);
}
