export { bitcoin, bitcoinTestnet } from './bitcoin.js';
export { arbitrum, arbitrumSepolia } from './evm/arbitrum.js';
export { base, baseSepolia } from './evm/base.js';
export { bnb, bnbTestnet } from './evm/bnb.js';
export { ethereum, sepolia } from './evm/ethereum.js';
export { optimism, optimismSepolia } from './evm/optimism.js';
export { polygon, polygonAmoy } from './evm/polygon.js';
export { unichain, unichainSepolia } from './evm/unichain.js';
export { lighter, lighterTestnet } from './lighter.js';
export type {
  BitcoinNetwork,
  EvmNetwork,
  ExchangeNetwork,
  NativeCurrency,
  Network,
  NetworkCurrency,
  NetworkFacts,
  NetworkFeed,
  NetworkTier,
  NetworkToken,
  NetworkVenue,
  SolanaNetwork,
} from './network.js';
export { findNetwork, network, networks, type NetworkSlug, type Networks } from './networks.js';
export { solana, solanaDevnet } from './solana.js';
export { sourceOf, type Source, type Sourced, type Sources } from './source.js';
