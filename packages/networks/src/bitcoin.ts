import type { BitcoinNetwork, NetworkFacts } from './network.js';
import { chosen, readAt } from './readAt.js';
import type { Sources } from './source.js';

const shared: Pick<
  NetworkFacts<never>,
  'blockSeconds' | 'fees' | 'finality' | 'nativeCurrency' | 'tokens'
> = {
  nativeCurrency: {
    id: 'btc',
    symbol: 'BTC',
    name: 'Bitcoin',
    decimals: 8,
    address: 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8',
  },
  blockSeconds: 600,
  tokens: {},
  finality: {
    tiers: [
      { upToUsd: 1_000, confirmations: 1 },
      { upToUsd: 10_000, confirmations: 2 },
      { upToUsd: 100_000, confirmations: 4 },
      { confirmations: 6 },
    ],
    reason: 'Each block makes it dearer to replace the ones below it; six are the custom.',
  },
  fees: { fillUsdMax: 50 },
};

const consensus = readAt('https://developer.bitcoin.org/devguide/block_chain.html');

const sources: Sources = {
  slug: chosen('names-of-networks'),
  vm: chosen('names-of-networks'),
  id: chosen('names-of-networks'),
  name: chosen('names-of-networks'),
  isTest: chosen('names-of-networks'),
  nativeCurrency: chosen('names-of-networks'),
  blockSeconds: consensus,
  addresses: consensus,
  finality: chosen('finality-of-networks'),
  'fees.fillUsdMax': chosen('fees-of-networks'),
};

/** Bitcoin. */
export const bitcoin: BitcoinNetwork = {
  vm: 'bvm',
  slug: 'bitcoin',
  id: 8_253_038,
  name: 'Bitcoin',
  isTest: false,
  ...shared,
  addresses: 'mainnet',
  sources,
};

/** The fourth test network of Bitcoin. */
export const bitcoinTestnet: BitcoinNetwork = {
  vm: 'bvm',
  slug: 'bitcoin-testnet',
  id: 9_092_725,
  name: 'Bitcoin Testnet4',
  isTest: true,
  ...shared,
  addresses: 'testnet',
  sources,
};
