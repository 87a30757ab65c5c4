import type { Chain } from '@portage/core/chain';
import type { FamilyKeys } from '@portage/core/plugin';
import { testEnvironment } from '@portage/testing';
import { evm, type EvmChainConfig } from '../src/index.js';

/** Opens a chain as the service does. Without keys it only watches. */
export async function openEvm(
  config: EvmChainConfig,
  signal: AbortSignal,
  keys: FamilyKeys = {},
): Promise<Chain> {
  return evm.prepare(config).open(testEnvironment(signal, { keys }));
}
