import type { Chain, Chains, PriceSource } from '@portage/core/chain';
import type { Settlement } from '@portage/settlement';
import { areCallsHalted, type BurnPolicy } from '@portage/solver';
import { keepFresh, type FreshOptions } from './keepFresh.js';

/** Chains, database, clock and lifetime of {@link watchHaltedCalls}. */
export interface HaltedCallsOptions extends FreshOptions {
  readonly chains: Pick<Chains, 'all'>;
  readonly settlement: Pick<Settlement, 'chains' | 'breakers'>;
  readonly prices: PriceSource;
  readonly policy: BurnPolicy;
}

/**
 * Keeps in memory on which chains calls have burned their budget of gas, by the rule of the solver,
 * so that no quote promises what would go back.
 */
export async function watchHaltedCalls(
  options: HaltedCallsOptions,
): Promise<(chain: Chain) => boolean> {
  const { chains, settlement, log } = options;
  let before: ReadonlySet<number> = new Set();
  const halted = await keepFresh(
    'burned gas',
    async () => {
      const burned = await settlement.chains.burnedGas();
      const gasOf = new Map(burned.map(({ chainId, burned: gas }) => [chainId, gas]));
      const found = new Set(
        chains.all
          .filter((chain) => isBurnedOut(chain, gasOf.get(chain.id) ?? 0n, options))
          .map(({ id }) => id),
      );
      for (const { id, slug } of chains.all)
        if (found.has(id) !== before.has(id))
          log(found.has(id) ? 'txs are no longer quoted' : 'txs are quoted again', { chain: slug });
      before = found;
      return found;
    },
    options,
  );
  return ({ id }) => halted().has(id);
}

/** Without a price nothing is quoted anyway. */
function isBurnedOut(
  { native }: Chain,
  burned: bigint,
  { prices, policy }: Pick<HaltedCallsOptions, 'prices' | 'policy'>,
): boolean {
  const price = prices.price(native.id)?.value;
  return (
    price !== undefined && areCallsHalted(burned, { decimals: native.decimals, price }, policy)
  );
}
