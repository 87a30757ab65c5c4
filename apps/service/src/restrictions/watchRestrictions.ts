import type { Chain } from '@portage/core/chain';
import type { Restrictions } from '@portage/quoter';
import { watchAssetFaults } from './watchAssetFaults.js';
import { watchHaltedCalls, type HaltedCallsOptions } from './watchHaltedCalls.js';
import { watchHaltedChains } from './watchHaltedChains.js';
import { watchUnfollowedChains, type UnfollowedChainsOptions } from './watchUnfollowedChains.js';

/** Sources of the restrictions, and whether the service is drained. */
export interface RestrictionsOptions extends HaltedCallsOptions, UnfollowedChainsOptions {
  readonly clock: UnfollowedChainsOptions['clock'];
  readonly isDraining: boolean;
}

/** Keeps in memory what is not quoted for now, as the database and the workers tell it. */
export async function watchRestrictions(options: RestrictionsOptions): Promise<Restrictions> {
  const [reasonOfHalt, unfollowedReason, isRestricted, areCallsHalted] = await Promise.all([
    watchHaltedChains(options),
    watchUnfollowedChains(options),
    watchAssetFaults(options),
    watchHaltedCalls(options),
  ]);
  const haltedReason = (chain: Chain): string | undefined =>
    reasonOfHalt(chain) ?? unfollowedReason(chain);
  const isHalted = (chain: Chain): boolean => haltedReason(chain) !== undefined;
  return { isDraining: options.isDraining, isHalted, haltedReason, isRestricted, areCallsHalted };
}
