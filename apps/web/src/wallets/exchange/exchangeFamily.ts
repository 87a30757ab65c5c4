import { lazy } from 'react';
import type { Family } from '../wallet.js';

/** Account of the exchange itself, which always exists. */
const firstAccount = '0';
const idPattern = /^exchange:(\d{1,15})$/;

/** The perpetuals exchange. */
export const exchangeFamily: Family = {
  vm: 'lvm',
  name: 'Exchange',
  example: 'Index of the account',
  standIn: () => Promise.resolve(firstAccount),
  codec: async () => (await import('@portage/sdk/exchange')).exchangeCodec,
  // The exchange has no wallets of its own: a wallet of the EVM owns each account.
  watchOffers: (onOffers) => {
    onOffers([]);
    return () => undefined;
  },
  entry: {
    Form: lazy(async () => ({ default: (await import('./AccountForm.js')).AccountForm })),
    isEntered: (id) => idPattern.test(id),
    reopen: async (id, { chains }) => {
      const index = Number(idPattern.exec(id)?.[1]);
      return (await import('./openAccount.js')).openAccount(chains, index);
    },
  },
  testOffer: {
    id: 'test-lvm',
    name: 'Test account',
    vm: 'lvm',
    isTest: true,
    connect: async ({ chains }) => (await import('./testWallet.js')).openTestWallet(chains),
  },
  readBalances: async (chain, account) =>
    (await import('./readBalances.js')).readBalances(chain, account),
};
