import { rollupFinality } from '../finality.js';
import type { EvmNetwork } from '../network.js';
import { circle, circleUsdc, ether, everywhere, evmSources } from './evmParts.js';
import { opStackWeth, uniswap, weth } from './evmParts.js';

/** Unichain. */
export const unichain: EvmNetwork<'usdc' | 'wbtc' | 'weth'> = {
  vm: 'evm',
  slug: 'unichain',
  id: 130,
  name: 'Unichain',
  isTest: false,
  nativeCurrency: ether,
  blockSeconds: 1,
  tokens: {
    usdc: circleUsdc('0x078D782b760474a361dDA0AF3839290b0EF57AD6', 'USDC'),
    wbtc: {
      symbol: 'WBTC',
      name: 'Wrapped BTC',
      decimals: 8,
      issuer: 'the bridge of the rollup',
      address: '0x927B51f251480a681271180DA4de28D44EC4AfB8',
    },
    weth: weth(opStackWeth),
  },
  contracts: { ...everywhere, wrappedNative: opStackWeth },
  venues: uniswap({
    v2: '0x1F98400000000000000000000000000000000002',
    v3: '0x1F98400000000000000000000000000000000003',
    router: '0x73855d06DE49d0fe4A9c42636Ba96c62da12FF9C',
  }),
  priceFeeds: {},
  explorer: { name: 'Uniscan', url: 'https://uniscan.xyz' },
  finality: rollupFinality(24),
  fees: { fillUsdMax: 1 },
  dataFee: 'op-stack',
  hasOperatorFee: true,
  sources: { ...evmSources('unichain'), ...circle },
};

/** Test network of Unichain. */
export const unichainSepolia: EvmNetwork<'usdc' | 'weth'> = {
  vm: 'evm',
  slug: 'unichain-sepolia',
  id: 1_301,
  name: 'Unichain Sepolia',
  isTest: true,
  nativeCurrency: ether,
  blockSeconds: 1,
  tokens: {
    usdc: circleUsdc('0x31d0220469e10c4E71834a79b1f276d740d3768F'),
    weth: weth(opStackWeth),
  },
  contracts: { ...everywhere, wrappedNative: opStackWeth },
  venues: uniswap({
    v2: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
    v3: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
    router: '0xd1AAE39293221B77B0C71fBD6dCb7Ea29Bb5B166',
  }),
  priceFeeds: {},
  explorer: { name: 'Uniscan', url: 'https://sepolia.uniscan.xyz' },
  finality: rollupFinality(24),
  fees: { fillUsdMax: 1 },
  dataFee: 'op-stack',
  hasOperatorFee: true,
  sources: { ...evmSources('unichainSepolia'), ...circle },
};
