import type { Chain } from '@portage/core/chain';
import type { FamilyKeys } from '@portage/core/plugin';
import { testEnvironment } from '@portage/testing';
import { solana, type SolanaChainConfig } from '../src/index.js';

/** Opens a chain as the service does. Without keys it only watches. */
export async function openSolana(
  config: SolanaChainConfig,
  signal: AbortSignal,
  keys: FamilyKeys = {},
): Promise<Chain> {
  return solana.prepare(config).open(testEnvironment(signal, { keys }));
}
