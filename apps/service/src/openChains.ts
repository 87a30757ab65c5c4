import type { Clock, Log } from '@portage/core';
import { createChains, type Chain, type Chains } from '@portage/core/chain';
import { atPlace } from './configuration/atPlace.js';
import type { PreparedChain } from './prepareChains.js';

/** Surroundings that all chains share. */
export interface OpenChainsOptions {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly log: Log;
}

/** Opens all chains at once. They stay fresh until the signal aborts. */
export async function openChains(
  prepared: readonly PreparedChain[],
  options: OpenChainsOptions,
): Promise<Chains> {
  return createChains(await Promise.all(prepared.map((chain) => openAtPlace(chain, options))));
}

/** A setting that the chain itself belies is named with its path from the top. */
async function openAtPlace(chain: PreparedChain, options: OpenChainsOptions): Promise<Chain> {
  try {
    return await openChain(chain, options);
  } catch (error) {
    throw atPlace(chain.place, error);
  }
}

async function openChain(
  { opener, keys, swapSources }: PreparedChain,
  options: OpenChainsOptions,
): Promise<Chain> {
  const sources = await Promise.all(swapSources.map((source) => source.open(options)));
  const chain = await opener.open({ ...options, keys, swapSources: sources });
  if (sources.length === 0 || chain.swaps !== undefined) return chain;
  const left = `Its family takes no swap sources: ${sources.map(({ id }) => id).join(', ')} is not used.`;
  return { ...chain, warnings: [...(chain.warnings ?? []), left] };
}
