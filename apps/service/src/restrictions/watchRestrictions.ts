import type { Restrictions } from '@portage/quoter';
import { watchAssetFaults } from './watchAssetFaults.js';
import { watchHaltedCalls, type HaltedCallsOptions } from './watchHaltedCalls.js';
import { watchHaltedChains } from './watchHaltedChains.js';

/** Keeps in memory what is not quoted for now, as the database and the workers tell it. */
export async function watchRestrictions(options: HaltedCallsOptions): Promise<Restrictions> {
  const [isHalted, isRestricted, areCallsHalted] = await Promise.all([
    watchHaltedChains(options),
    watchAssetFaults(options),
    watchHaltedCalls(options),
  ]);
  return { isHalted, isRestricted, areCallsHalted };
}
