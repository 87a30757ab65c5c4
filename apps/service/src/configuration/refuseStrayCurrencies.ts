import { requestFault } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import type { Configuration } from './configuration.js';

/**
 * Refuses a policy that names a currency which no chain has: its limit would hold for nothing, and
 * its target would never be filled up.
 *
 * @throws PortageError `INVALID_CONFIGURATION` with the path of the first such name
 */
export function refuseStrayCurrencies(
  { policy }: Pick<Configuration, 'policy'>,
  chains: readonly Pick<Chain, 'slug' | 'assets'>[],
): void {
  const known = chains.flatMap(({ slug, assets }) => assets.map(({ id }) => `${slug}:${id}`));
  const amounts = {
    'policy.capacityPerCurrencyMicroUsd': policy?.capacityPerCurrencyMicroUsd,
    'policy.rebalancing.targetsMicroUsd': policy?.rebalancing?.targetsMicroUsd,
  };
  for (const [place, named = {}] of Object.entries(amounts)) {
    const stray = Object.keys(named).find((name) => !known.includes(name));
    if (stray !== undefined)
      throw requestFault(`${place}.${stray}`, 'is the name of no currency', {
        code: 'INVALID_CONFIGURATION',
        hint: `Names are the slug of a chain and the id of its asset, as in "${known[0] ?? 'base:usdc'}".`,
      });
  }
}
