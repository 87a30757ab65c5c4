import type { Chain } from '@portage/core/chain';
import type { Settlement } from '@portage/settlement';
import { keepFresh, type FreshOptions } from './keepFresh.js';

/** Database, clock and lifetime of {@link watchHaltedChains}. */
export interface HaltedChainsOptions extends FreshOptions {
  readonly settlement: Pick<Settlement, 'chains' | 'breakers'>;
}

/**
 * Keeps in memory which chains are halted, or are not quoted because too many fills failed, each
 * with the reason. Nothing is spent on a halted chain, nor for what was paid on it, so no quote may
 * promise either.
 */
export async function watchHaltedChains(
  options: HaltedChainsOptions,
): Promise<(chain: Chain) => string | undefined> {
  const halted = await keepFresh(
    'halts',
    async () => {
      const [halts, breakers] = await Promise.all([
        options.settlement.chains.halts(),
        options.settlement.breakers.list(),
      ]);
      const limited = breakers.filter(({ kind }) => kind === 'quotes');
      return new Map([...limited, ...halts].map(({ chainId, reason }) => [chainId, reason]));
    },
    options,
  );
  return ({ id }) => halted().get(id);
}
