import { createHash } from 'node:crypto';
import { watchedAddress } from '@portage/chain-kit';
import { base58 } from '@scure/base';
import { createKey, type Key } from './createKey.js';

/** Words before the seed. */
const domain = 'portage swap key';

/**
 * The key that signs instructions of venues in the solver's place: its seed is the SHA-256 of
 * `portage swap key` and the 32 bytes of the solver's seed. It is the same after a restart, and
 * nothing has to be kept for it. Undefined where the process has the solver's address alone.
 *
 * @param privateKey - of the solver, as it is configured
 * @throws PortageError `INVALID_CONFIGURATION` where that is no key
 */
export function createSwapKey(privateKey: string): Key | undefined {
  if (watchedAddress(privateKey) !== undefined) return undefined;
  createKey(privateKey);
  const seed = base58.decode(privateKey).subarray(0, 32);
  const swapSeed = createHash('sha256').update(domain).update(seed).digest();
  return createKey(base58.encode(swapSeed));
}
