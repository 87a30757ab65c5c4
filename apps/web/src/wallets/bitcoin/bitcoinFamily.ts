import type { Family } from '../wallet.js';
import { watchBitcoin } from './watchBitcoin.js';

const example = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

/** Bitcoin. */
export const bitcoinFamily: Family = {
  vm: 'bvm',
  name: 'Bitcoin',
  example,
  standIn: async (chain) => (await import('./openExecutor.js')).addressOn(chain, example),
  codec: async () => (await import('@portage/sdk/bitcoin')).bitcoinCodec,
  watchOffers: watchBitcoin,
  testOffer: {
    id: 'test-bvm',
    name: 'Test wallet',
    vm: 'bvm',
    isTest: true,
    connect: async ({ chains }) => (await import('./testWallet.js')).openTestWallet(chains),
  },
  readBalances: async (chain, account) =>
    (await import('./readBalances.js')).readBalances(chain, account),
};
