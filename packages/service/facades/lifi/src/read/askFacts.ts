import type { ChainInfo } from '@portage/core';
import type { FacadeCall } from '@portage/core/plugin';
import { askService } from './askService.js';

/** USD of one whole unit, by symbol in capitals. */
export type Rates = Readonly<Record<string, number>>;

/** Chains and prices as a façade knows them while it answers one call. */
export interface Facts {
  readonly chains: readonly ChainInfo[];
  readonly rates: Rates;
}

/** All chains of the service. */
export async function askChains(call: FacadeCall): Promise<readonly ChainInfo[]> {
  return (await askService(call, 'chains')).chains;
}

/** Chains of the service, and the prices of their currencies. */
export async function askFacts(call: FacadeCall): Promise<Facts> {
  const [chains, rates] = await Promise.all([askChains(call), askService(call, 'modelRates')]);
  return { chains, rates };
}
