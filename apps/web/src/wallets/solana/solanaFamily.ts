import type { Family } from '../wallet.js';
import { watchStandard } from './watchStandard.js';

const example = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q';

/** Solana. */
export const solanaFamily: Family = {
  vm: 'svm',
  name: 'Solana',
  example,
  standIn: () => Promise.resolve(example),
  codec: async () => (await import('@portage/sdk/solana')).solanaCodec,
  watchOffers: watchStandard,
  testOffer: {
    id: 'test-svm',
    name: 'Test wallet',
    vm: 'svm',
    isTest: true,
    connect: async () => (await import('./testWallet.js')).openTestWallet(),
  },
  readBalances: async (chain, account) =>
    (await import('./readBalances.js')).readBalances(chain, account),
};
