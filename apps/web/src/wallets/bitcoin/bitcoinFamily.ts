import { lazy } from 'react';
import type { Family } from '../wallet.js';
import { BitcoinDesk } from './BitcoinDesk.js';
import { watchBitcoin } from './watchBitcoin.js';

const idPattern = /^psbt:([^:]+):([0-9a-f]*)$/;
const example = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

/** Bitcoin. */
export const bitcoinFamily: Family = {
  vm: 'bvm',
  name: 'Bitcoin',
  example,
  standIn: async (chain) => (await import('./openExecutor.js')).addressOn(chain, example),
  codec: async () => (await import('@portage/sdk/bitcoin')).bitcoinCodec,
  watchOffers: watchBitcoin,
  entry: {
    Form: lazy(async () => ({ default: (await import('./AddressForm.js')).AddressForm })),
    isEntered: (id) => idPattern.test(id),
    reopen: async (id, { chains }) => {
      const [, address = '', publicKey = ''] = idPattern.exec(id) ?? [];
      return (await import('./openEntered.js')).openEntered(chains, { address, publicKey });
    },
  },
  Overlay: BitcoinDesk,
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
