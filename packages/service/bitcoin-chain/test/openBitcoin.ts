import type { Chain } from '@portage/core/chain';
import type { FamilyKeys } from '@portage/core/plugin';
import { testEnvironment } from '@portage/testing';
import { bitcoin, type BitcoinChainConfig } from '../src/index.js';

/** Opens a chain as the service does. */
export async function openBitcoin(
  config: BitcoinChainConfig,
  signal: AbortSignal,
  keys: FamilyKeys,
): Promise<Chain> {
  return bitcoin.prepare(config).open(testEnvironment(signal, { keys }));
}
