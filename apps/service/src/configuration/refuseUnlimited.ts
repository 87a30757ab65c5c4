import { requestFault } from '@portage/core';
import type { ChainConfiguration, Configuration } from './configuration.js';

/** Limits of what leaves a chain, which an operator names where money is at stake. */
const limits = ['hourMicroUsdMax', 'dayMicroUsdMax', 'recipientMicroUsdMax'] as const;

/**
 * Refuses a configuration with a chain that is no devnet and without limits of what leaves it: how
 * much may be lost before a person looks depends on the operator's float, which no default knows.
 *
 * @throws PortageError `INVALID_CONFIGURATION` with the path of the first limit that is missing
 */
export function refuseUnlimited({
  chains,
  policy,
}: Pick<Configuration, 'chains' | 'policy'>): void {
  const real = chains.find((chain) => chain['devnet'] !== true);
  if (real === undefined) return;
  const missing = limits.find((limit) => policy?.outflows?.[limit] === undefined);
  if (missing === undefined) return;
  throw requestFault(`policy.outflows.${missing}`, `is missing, and ${slugOf(real)} is no devnet`, {
    code: 'INVALID_CONFIGURATION',
    hint: `Write ${limits.map((limit) => `policy.outflows.${limit}`).join(', ')}: micro-USD as text, as in "25000000000" for 25,000 USD an hour. A few times what a busy day brings, and less than you can lose.`,
  });
}

function slugOf(chain: ChainConfiguration): string {
  const slug = chain['slug'];
  return typeof slug === 'string' ? slug : chain.vm;
}
