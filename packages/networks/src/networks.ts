import { bitcoin, bitcoinTestnet } from './bitcoin.js';
import { arbitrum, arbitrumSepolia } from './evm/arbitrum.js';
import { base, baseSepolia } from './evm/base.js';
import { bnb, bnbTestnet } from './evm/bnb.js';
import { ethereum, sepolia } from './evm/ethereum.js';
import { optimism, optimismSepolia } from './evm/optimism.js';
import { polygon, polygonAmoy } from './evm/polygon.js';
import { unichain, unichainSepolia } from './evm/unichain.js';
import { lighter, lighterTestnet } from './lighter.js';
import type { Network } from './network.js';
import { solana, solanaDevnet } from './solana.js';

/** All networks by their slugs. */
export interface Networks {
  readonly ethereum: typeof ethereum;
  readonly base: typeof base;
  readonly arbitrum: typeof arbitrum;
  readonly optimism: typeof optimism;
  readonly polygon: typeof polygon;
  readonly bnb: typeof bnb;
  readonly unichain: typeof unichain;
  readonly solana: typeof solana;
  readonly bitcoin: typeof bitcoin;
  readonly lighter: typeof lighter;
  readonly sepolia: typeof sepolia;
  readonly 'base-sepolia': typeof baseSepolia;
  readonly 'arbitrum-sepolia': typeof arbitrumSepolia;
  readonly 'optimism-sepolia': typeof optimismSepolia;
  readonly 'polygon-amoy': typeof polygonAmoy;
  readonly 'bnb-testnet': typeof bnbTestnet;
  readonly 'unichain-sepolia': typeof unichainSepolia;
  readonly 'solana-devnet': typeof solanaDevnet;
  readonly 'bitcoin-testnet': typeof bitcoinTestnet;
  readonly 'lighter-testnet': typeof lighterTestnet;
}

/** Name of a network, as in `base`. */
export type NetworkSlug = keyof Networks;

const bySlug: Networks = {
  ethereum,
  base,
  arbitrum,
  optimism,
  polygon,
  bnb,
  unichain,
  solana,
  bitcoin,
  lighter,
  sepolia,
  'base-sepolia': baseSepolia,
  'arbitrum-sepolia': arbitrumSepolia,
  'optimism-sepolia': optimismSepolia,
  'polygon-amoy': polygonAmoy,
  'bnb-testnet': bnbTestnet,
  'unichain-sepolia': unichainSepolia,
  'solana-devnet': solanaDevnet,
  'bitcoin-testnet': bitcoinTestnet,
  'lighter-testnet': lighterTestnet,
};

/** All networks, main ones first. */
export const networks: readonly Network[] = Object.values(bySlug);

/**
 * Facts of a network.
 *
 * @example
 * ```ts
 * const { tokens, sources } = network('base');
 * console.log(tokens.usdc.address, sources['tokens.usdc']?.source);
 * ```
 */
export function network<Slug extends NetworkSlug>(slug: Slug): Networks[Slug] {
  return bySlug[slug];
}

/**
 * A network by a text that may be its slug; undefined where there is none of that name.
 *
 * @example
 * ```ts
 * findNetwork('polygon')?.finality.reason;
 * ```
 */
export function findNetwork(slug: string): Network | undefined {
  return networks.find((each) => each.slug === slug);
}
