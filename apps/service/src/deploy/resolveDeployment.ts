import type { PricesConfiguration } from '../configuration/pricesSchema.js';
import type { DeployChain } from './deployChains.js';
import type { DeployRecord } from './deployJournal.js';
import type { DeploymentSettings } from './deploymentSettings.js';
import { readPrices } from '../prices/readPrices.js';
import { resolveArguments, type ResolvedChain } from './resolveArguments.js';

/** Chains, arguments and prices of a deployment. */
export interface DeploymentInput {
  readonly chains: readonly DeployChain[];
  readonly settings: DeploymentSettings;
  readonly prices: PricesConfiguration;
}

/** Arguments of each chain, with limits at present prices where none were recorded. */
export async function resolveDeployment(
  { chains, settings, prices: configured }: DeploymentInput,
  records: readonly DeployRecord[],
): Promise<readonly ResolvedChain[]> {
  const ids = [...new Set(chains.flatMap(({ assets }) => assets.map(({ id }) => id)))];
  const prices = await readPrices(configured, ids, settings.pricesUsd);
  return resolveArguments(chains, { settings, prices, records });
}
