import { bitcoinFamily } from './bitcoin/bitcoinFamily.js';
import { evmFamily } from './evm/evmFamily.js';
import { exchangeFamily } from './exchange/exchangeFamily.js';
import { solanaFamily } from './solana/solanaFamily.js';
import type { Family } from './wallet.js';

/** Families of chains whose wallets the page knows. */
export const families: readonly Family[] = [evmFamily, solanaFamily, bitcoinFamily, exchangeFamily];

/** Family of a chain; undefined where the page does not know it. */
export function familyOf(vm: string | undefined): Family | undefined {
  return families.find((family) => family.vm === vm);
}
