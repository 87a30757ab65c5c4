import type { Chain } from '@portage/core/chain';
import type { Restrictions } from '@portage/quoter';
import { watchAssetFaults } from './watchAssetFaults.js';
import { watchHaltedCalls, type HaltedCallsOptions } from './watchHaltedCalls.js';
import { watchHaltedChains } from './watchHaltedChains.js';

/** Sources of the restrictions, and whether the service is drained. */
export interface RestrictionsOptions extends HaltedCallsOptions {
  readonly isDraining: boolean;
}

/** Keeps in memory what is not quoted for now, as the database and the workers tell it. */
export async function watchRestrictions(options: RestrictionsOptions): Promise<Restrictions> {
  const [haltedReason, isRestricted, areCallsHalted] = await Promise.all([
    watchHaltedChains(options),
    watchAssetFaults(options),
    watchHaltedCalls(options),
  ]);
  const isHalted = (chain: Chain): boolean => haltedReason(chain) !== undefined;
  return { isDraining: options.isDraining, isHalted, haltedReason, isRestricted, areCallsHalted };
}
