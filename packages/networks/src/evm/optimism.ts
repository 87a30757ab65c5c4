import { rollupFinality } from '../finality.js';
import type { EvmNetwork } from '../network.js';
import { chainlink, circle, circleUsdc, ether, everywhere, evmSources } from './evmParts.js';
import { opStackWeth, uniswap, weth } from './evmParts.js';

/** OP Mainnet. */
export const optimism: EvmNetwork<'usdc' | 'usdt' | 'wbtc' | 'weth'> = {
  vm: 'evm',
  slug: 'optimism',
  id: 10,
  name: 'OP Mainnet',
  isTest: false,
  nativeCurrency: ether,
  blockSeconds: 2,
  tokens: {
    usdc: circleUsdc('0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', 'USD Coin'),
    usdt: {
      symbol: 'USDT',
      name: 'Tether USD',
      decimals: 6,
      issuer: 'the bridge of the rollup',
      address: '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58',
    },
    wbtc: {
      symbol: 'WBTC',
      name: 'Wrapped BTC',
      decimals: 8,
      issuer: 'the bridge of the rollup',
      address: '0x68f180fcCe6836688e9084f035309E29Bf0A2095',
    },
    weth: weth(opStackWeth),
  },
  contracts: { ...everywhere, wrappedNative: opStackWeth },
  venues: uniswap({
    v2: '0x0c3c1c532F1e39EdF36BE9Fe0bE1410313E074Bf',
    v3: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
    router: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
  }),
  priceFeeds: {
    'ETH/USD': { address: '0x13e3Ee699D1909E989722E753853AE30b17e08c5' },
    'BTC/USD': { address: '0xD702DD976Fb76Fffc2D3963D037dfDae5b04E593' },
    'USDC/USD': { address: '0x16a9FA2FDa030272Ce99B29CF780dFA30361E0f3' },
  },
  sequencerFeed: '0x371EAD81c9102C9BF4874A9075FFFf170F2Ee389',
  explorer: { name: 'Optimism Explorer', url: 'https://optimistic.etherscan.io' },
  finality: rollupFinality(12),
  fees: { fillUsdMax: 1 },
  dataFee: 'op-stack',
  hasOperatorFee: true,
  sources: {
    ...evmSources('optimism'),
    priceFeeds: chainlink('Optimism'),
    sequencerFeed: chainlink('Optimism'),
    ...circle,
  },
};

/** Test network of OP Mainnet. */
export const optimismSepolia: EvmNetwork<'usdc' | 'weth'> = {
  vm: 'evm',
  slug: 'optimism-sepolia',
  id: 11_155_420,
  name: 'OP Sepolia',
  isTest: true,
  nativeCurrency: { ...ether, name: 'Sepolia Ether' },
  blockSeconds: 2,
  tokens: {
    usdc: circleUsdc('0x5fd84259d66Cd46123540766Be93DFE6D43130D7'),
    weth: weth(opStackWeth),
  },
  contracts: { ...everywhere, wrappedNative: opStackWeth },
  venues: uniswap({
    v3: '0x8CE191193D15ea94e11d327b4c7ad8bbE520f6aF',
    router: '0x94cC0AaC535CCDB3C01d6787D6413C739ae12bc4',
  }),
  priceFeeds: {},
  explorer: { name: 'Blockscout', url: 'https://optimism-sepolia.blockscout.com' },
  finality: rollupFinality(12),
  fees: { fillUsdMax: 1 },
  dataFee: 'op-stack',
  hasOperatorFee: true,
  sources: { ...evmSources('optimismSepolia'), ...circle },
};
