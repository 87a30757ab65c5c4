import type { ExchangeNetwork, NetworkFacts } from './network.js';
import { chosen, readAt } from './readAt.js';
import type { Sources } from './source.js';

const shared: Pick<NetworkFacts<never>, 'fees' | 'finality' | 'nativeCurrency' | 'tokens'> = {
  nativeCurrency: { id: 'usdc', symbol: 'USDC', name: 'USD Coin', decimals: 6, address: '0' },
  tokens: {},
  finality: {
    tiers: [{ confirmations: 1 }],
    reason: 'The exchange takes back nothing that it has executed.',
  },
  fees: { fillUsdMax: 5 },
};

const sources: Sources = {
  slug: chosen('names-of-networks'),
  vm: chosen('names-of-networks'),
  id: chosen('names-of-networks'),
  name: chosen('names-of-networks'),
  isTest: chosen('names-of-networks'),
  nativeCurrency: chosen('names-of-networks'),
  circuitId: readAt('docs/operations.md#the-exchange'),
  finality: chosen('finality-of-networks'),
  'fees.fillUsdMax': chosen('fees-of-networks'),
};

/** Lighter, the exchange of perpetuals. */
export const lighter: ExchangeNetwork = {
  vm: 'lvm',
  slug: 'lighter',
  id: 3_586_256,
  name: 'Lighter',
  isTest: false,
  ...shared,
  circuitId: 304,
  sources,
};

/** Test network of Lighter. */
export const lighterTestnet: ExchangeNetwork = {
  vm: 'lvm',
  slug: 'lighter-testnet',
  id: 3_586_257,
  name: 'Lighter Testnet',
  isTest: true,
  ...shared,
  circuitId: 300,
  sources,
};
