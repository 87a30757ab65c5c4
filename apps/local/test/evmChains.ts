import { devnetChains } from '@portage/devnet';
import type { SystemOptions } from '../src/startSystem.js';

/**
 * The EVM chains of the devnet, for tests of nothing else: a system of all chains costs twice as
 * much while it stands.
 */
export const evmChains: NonNullable<SystemOptions['chains']> = devnetChains.filter(
  ({ vm = 'evm' }) => vm === 'evm',
);
