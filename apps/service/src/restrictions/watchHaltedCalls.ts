import type { Chain, Chains, PriceSource } from '@portage/core/chain';
import type { Settlement } from '@portage/settlement';
import {
  areCallsHalted,
  findBurner,
  type BurnedBudgets,
  type BurnedGasPolicy,
  type CallsAsker,
} from '@portage/solver';
import { keepFresh, type FreshOptions } from './keepFresh.js';

/** Chains, database, clock and lifetime of {@link watchHaltedCalls}. */
export interface HaltedCallsOptions extends FreshOptions {
  readonly chains: Pick<Chains, 'all'>;
  readonly settlement: Pick<Settlement, 'chains' | 'breakers'>;
  readonly prices: PriceSource;
  readonly policy: BurnedGasPolicy;
}

/**
 * Keeps in memory whose calls have burned their budget of gas on which chain, by the rule of the
 * solver, so that no quote promises what would go back.
 *
 * @returns whether the calls of one who asks are halted on a chain; without one, those of all
 */
export async function watchHaltedCalls(
  options: HaltedCallsOptions,
): Promise<(chain: Chain, asker?: CallsAsker) => boolean> {
  const { chains, settlement, log } = options;
  let before: ReadonlySet<number> = new Set();
  const known = await keepFresh(
    'burned gas',
    async () => {
      const burned = await settlement.chains.burnedGas();
      const gasOf = new Map<number, BurnedBudgets>(burned.map((gas) => [gas.chainId, gas]));
      const found = new Set(
        chains.all
          .filter((chain) => isBurnedOut(chain, gasOf.get(chain.id), undefined, options))
          .map(({ id }) => id),
      );
      for (const { id, slug } of chains.all)
        if (found.has(id) !== before.has(id))
          log(found.has(id) ? 'txs are no longer quoted' : 'txs are quoted again', { chain: slug });
      before = found;
      return { gasOf, halted: found };
    },
    options,
  );
  return (chain, asker) => {
    const { gasOf, halted } = known();
    return halted.has(chain.id) || isBurnedOut(chain, gasOf.get(chain.id), asker, options);
  };
}

/** Without a price nothing is quoted anyway. */
function isBurnedOut(
  { native }: Chain,
  burned: BurnedBudgets | undefined,
  asker: CallsAsker | undefined,
  { prices, policy }: Pick<HaltedCallsOptions, 'prices' | 'policy'>,
): boolean {
  const price = prices.price(native.id)?.value;
  if (burned === undefined || price === undefined) return false;
  const priced = { decimals: native.decimals, price };
  return asker === undefined
    ? areCallsHalted(burned.burned, priced, policy)
    : findBurner(burned, asker, priced, policy) !== undefined;
}
