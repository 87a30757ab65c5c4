import type { NetworkFacts, NetworkToken, SolanaNetwork } from './network.js';
import { chosen, readAt } from './readAt.js';
import type { Sources } from './source.js';

const shared: Pick<NetworkFacts, 'fees' | 'finality' | 'nativeCurrency'> = {
  nativeCurrency: {
    id: 'sol',
    symbol: 'SOL',
    name: 'Solana',
    decimals: 9,
    address: '11111111111111111111111111111111',
  },
  finality: {
    tiers: [{ confirmations: 'finalized' }],
    reason: 'The cluster finalizes within seconds; a confirmed block may still be dropped.',
  },
  fees: { fillUsdMax: 1 },
};

const usdc = (address: string): NetworkToken => ({
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
  issuer: 'Circle',
  address,
});

const circle = readAt('@circle-fin/bridge-kit@1.15.1#chains');
const genesis = readAt('@coinbase/cdp-sdk@1.57.0#actions/solana/constants');

const sources: Sources = {
  slug: chosen('names-of-networks'),
  vm: chosen('names-of-networks'),
  name: circle,
  isTest: circle,
  nativeCurrency: circle,
  explorer: circle,
  tokens: circle,
  genesisHash: genesis,
  finality: chosen('finality-of-networks'),
  'fees.fillUsdMax': chosen('fees-of-networks'),
};

/** Solana. */
export const solana: SolanaNetwork<'usdc' | 'usdt'> = {
  vm: 'svm',
  slug: 'solana',
  id: 792_703_809,
  name: 'Solana',
  isTest: false,
  ...shared,
  tokens: {
    usdc: usdc('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
    usdt: {
      symbol: 'USDT',
      name: 'Tether USD',
      decimals: 6,
      issuer: 'Tether',
      address: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
    },
  },
  explorer: { name: 'Solscan', url: 'https://solscan.io' },
  genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  sources: { ...sources, id: chosen('names-of-networks') },
};

/** Solana's cluster for developers. */
export const solanaDevnet: SolanaNetwork<'usdc'> = {
  vm: 'svm',
  slug: 'solana-devnet',
  id: 1_936_682_084,
  name: 'Solana Devnet',
  isTest: true,
  ...shared,
  tokens: { usdc: usdc('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU') },
  genesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
  sources: { ...sources, id: chosen('names-of-networks') },
};
