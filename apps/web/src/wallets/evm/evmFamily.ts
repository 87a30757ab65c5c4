import type { Family } from '../wallet.js';
import { watchInjected } from './watchInjected.js';

const example = '0x52908400098527886E0F7030069857D2E4169EE7';

/** Chains of the EVM. */
export const evmFamily: Family = {
  vm: 'evm',
  name: 'Ethereum',
  example,
  standIn: () => Promise.resolve(example),
  codec: async () => (await import('@portage/sdk/evm')).evmCodec,
  watchOffers: watchInjected,
  testOffer: {
    id: 'test-evm',
    name: 'Test wallet',
    vm: 'evm',
    isTest: true,
    connect: async () => (await import('./testWallet.js')).openTestWallet(),
  },
  readBalances: async (chain, account) =>
    (await import('./readBalances.js')).readBalances(chain, account),
};
