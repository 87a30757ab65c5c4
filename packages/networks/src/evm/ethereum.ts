import { ethereumFinality } from '../finality.js';
import type { EvmNetwork } from '../network.js';
import { readAt } from '../readAt.js';
import { chainlink, circle, circleUsdc, ether, everywhere, evmSources } from './evmParts.js';
import { uniswap, weth } from './evmParts.js';

const wrapped = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const testWrapped = '0xfFf9976782d46CC05630D1f6eBAb18b2324d6B14';

/** Ethereum. */
export const ethereum: EvmNetwork<'usdc' | 'usdt' | 'wbtc' | 'weth'> = {
  vm: 'evm',
  slug: 'ethereum',
  id: 1,
  name: 'Ethereum',
  isTest: false,
  nativeCurrency: ether,
  blockSeconds: 12,
  tokens: {
    usdc: circleUsdc('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'USD Coin'),
    usdt: {
      symbol: 'USDT',
      name: 'Tether USD',
      decimals: 6,
      issuer: 'Tether',
      address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    },
    wbtc: {
      symbol: 'WBTC',
      name: 'Wrapped BTC',
      decimals: 8,
      issuer: 'BitGo',
      address: '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
    },
    weth: weth(wrapped),
  },
  contracts: { ...everywhere, wrappedNative: wrapped },
  venues: uniswap({
    v2: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
    v3: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
    router: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
  }),
  priceFeeds: {
    'ETH/USD': { address: '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419', heartbeatSeconds: 3_600 },
    'BTC/USD': { address: '0xF4030086522a5bEEa4988F8cA5B36dbC97BeE88c' },
    'USDC/USD': { address: '0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6' },
  },
  explorer: { name: 'Etherscan', url: 'https://etherscan.io' },
  finality: ethereumFinality,
  deepestReorg: 7,
  fees: { fillUsdMax: 50 },
  dataFee: 'none',
  hasOperatorFee: false,
  sources: {
    ...evmSources('mainnet'),
    priceFeeds: chainlink('Ethereum'),
    'priceFeeds.ETH/USD.heartbeatSeconds': readAt(
      'https://data.chain.link/feeds/ethereum/mainnet/eth-usd',
    ),
    ...circle,
    deepestReorg: readAt(
      'https://cryptonews.com/news/ethereum-beacon-chain-experienced-a-7-block-reorg-more-work-needed-ahead-of-the-merge/',
    ),
  },
};

/** Test network of Ethereum. */
export const sepolia: EvmNetwork<'usdc' | 'weth'> = {
  vm: 'evm',
  slug: 'sepolia',
  id: 11_155_111,
  name: 'Sepolia',
  isTest: true,
  nativeCurrency: { ...ether, name: 'Sepolia Ether' },
  tokens: {
    usdc: circleUsdc('0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238'),
    weth: weth(testWrapped),
  },
  contracts: { ...everywhere, wrappedNative: testWrapped },
  venues: uniswap({
    v2: '0xF62c03E08ada871A0bEb309762E260a7a6a880E6',
    v3: '0x0227628f3F023bb0B980b67D528571c95c6DaC1c',
    router: '0x3bFA4769FB09eefC5a80d6E87c3B9C650f7Ae48E',
  }),
  priceFeeds: {},
  explorer: { name: 'Etherscan', url: 'https://sepolia.etherscan.io' },
  finality: ethereumFinality,
  fees: { fillUsdMax: 50 },
  dataFee: 'none',
  hasOperatorFee: false,
  sources: { ...evmSources('sepolia'), ...circle },
};
