import { systemClock } from '@portage/core';
import type { Chains } from '@portage/core/chain';
import { builtinVms, openChains, prepareChains, type Configuration } from '@portage/service';

/** Opens the EVM chains of a configuration as the service does. */
export function openEvmChains(
  { chains, keys }: Pick<Configuration, 'chains' | 'keys'>,
  signal: AbortSignal,
): Promise<Chains> {
  const evmChains = chains.filter(({ vm }) => vm === 'evm');
  const prepared = prepareChains({ chains: evmChains, keys }, { vms: builtinVms, swapSources: [] });
  return openChains(prepared, { signal, clock: systemClock, log: () => undefined });
}
