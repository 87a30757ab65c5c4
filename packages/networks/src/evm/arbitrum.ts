import { rollupFinality } from '../finality.js';
import type { EvmNetwork } from '../network.js';
import { chainlink, circle, circleUsdc, ether, everywhere, evmSources } from './evmParts.js';
import { uniswap, weth } from './evmParts.js';

const wrapped = '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1';
const testWrapped = '0x980B62Da83eFf3D4576C647993b0c1D7faf17c73';

/** Arbitrum One. */
export const arbitrum: EvmNetwork<'cbbtc' | 'usdc' | 'usdt' | 'wbtc' | 'weth'> = {
  vm: 'evm',
  slug: 'arbitrum',
  id: 42_161,
  name: 'Arbitrum One',
  isTest: false,
  nativeCurrency: ether,
  blockSeconds: 0.25,
  tokens: {
    usdc: circleUsdc('0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 'USD Coin'),
    usdt: {
      symbol: 'USDT0',
      name: 'USDT0',
      decimals: 6,
      issuer: 'Tether, over LayerZero',
      address: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
    },
    wbtc: {
      symbol: 'WBTC',
      name: 'Wrapped BTC',
      decimals: 8,
      issuer: 'the bridge of the rollup',
      address: '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f',
    },
    cbbtc: {
      symbol: 'cbBTC',
      name: 'Coinbase Wrapped BTC',
      decimals: 8,
      issuer: 'Coinbase',
      address: '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf',
    },
    weth: weth(wrapped),
  },
  contracts: { ...everywhere, wrappedNative: wrapped },
  venues: uniswap({
    v2: '0xf1D7CC64Fb4452F05c498126312eBE29f30Fbcf9',
    v3: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
    router: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
  }),
  priceFeeds: {
    'ETH/USD': { address: '0x639Fe6ab55C921f74e7fac1ee960C0B6293ba612' },
    'BTC/USD': { address: '0x6ce185860a4963106506C203335A2910413708e9' },
    'USDC/USD': { address: '0x50834F3163758fcC1Df9973b6e91f0F0F0434aD3' },
  },
  sequencerFeed: '0xFdB631F5EE196F0ed6FAa767959853A9F217697D',
  explorer: { name: 'Arbiscan', url: 'https://arbiscan.io' },
  finality: rollupFinality(96),
  fees: { fillUsdMax: 1 },
  dataFee: 'arbitrum',
  hasOperatorFee: false,
  sources: {
    ...evmSources('arbitrum'),
    priceFeeds: chainlink('Arbitrum'),
    sequencerFeed: chainlink('Arbitrum'),
    ...circle,
  },
};

/** Test network of Arbitrum One. */
export const arbitrumSepolia: EvmNetwork<'usdc' | 'weth'> = {
  vm: 'evm',
  slug: 'arbitrum-sepolia',
  id: 421_614,
  name: 'Arbitrum Sepolia',
  isTest: true,
  nativeCurrency: { ...ether, name: 'Arbitrum Sepolia Ether' },
  blockSeconds: 0.25,
  tokens: {
    usdc: circleUsdc('0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d', 'USD Coin'),
    weth: weth(testWrapped),
  },
  contracts: { ...everywhere, wrappedNative: testWrapped },
  venues: uniswap({
    v3: '0x248AB79Bbb9bC29bB72f7Cd42F17e054Fc40188e',
    router: '0x101F443B4d1b059569D643917553c771E1b9663E',
  }),
  priceFeeds: {},
  explorer: { name: 'Arbiscan', url: 'https://sepolia.arbiscan.io' },
  finality: rollupFinality(96),
  fees: { fillUsdMax: 1 },
  dataFee: 'arbitrum',
  hasOperatorFee: false,
  sources: { ...evmSources('arbitrumSepolia'), ...circle },
};
