import type { Chain } from '@portage/core/chain';
import type { FamilyKeys } from '@portage/core/plugin';
import { testEnvironment } from '@portage/testing';
import { evm, type EvmChainConfig } from '../src/index.js';
import { approveSpenders } from './approveSpenders.js';

/**
 * Opens a chain as the service does, with the solver's tokens approved. Without keys it only
 * watches.
 */
export async function openEvm(
  config: EvmChainConfig,
  signal: AbortSignal,
  keys: FamilyKeys = {},
): Promise<Chain> {
  const chain = await evm.prepare(config).open(testEnvironment(signal, { keys }));
  await approveSpenders(chain);
  return chain;
}
