import type { Chain } from '@portage/core/chain';
import type { Settlement } from '@portage/settlement';
import { keepFresh, type FreshOptions } from './keepFresh.js';

/** Database, clock and lifetime of {@link watchAssetFaults}. */
export interface AssetFaultsOptions extends FreshOptions {
  readonly settlement: Pick<Settlement, 'chains'>;
}

/** Keeps in memory which currencies workers found not to be payable: quotes need not ask. */
export async function watchAssetFaults(
  options: AssetFaultsOptions,
): Promise<(chain: Chain, currency: string) => boolean> {
  const keyOf = (chainId: number, currency: string): string => `${String(chainId)}:${currency}`;
  const known = await keepFresh(
    'currencies that fail',
    async () => {
      const faults = await options.settlement.chains.assetFaults();
      return new Set(faults.map(({ chainId, currency }) => keyOf(chainId, currency)));
    },
    options,
  );
  return ({ id }, currency) => known().has(keyOf(id, currency));
}
