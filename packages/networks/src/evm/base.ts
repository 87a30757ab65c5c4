import { rollupFinality } from '../finality.js';
import type { EvmNetwork } from '../network.js';
import { readAt } from '../readAt.js';
import { chainlink, circle, circleUsdc, ether, everywhere, evmSources } from './evmParts.js';
import { opStackWeth, uniswap, weth } from './evmParts.js';

const heartbeats = readAt('https://docs.chain.link/data-feeds/price-feeds/addresses?network=base');

/** Base. */
export const base: EvmNetwork<'cbbtc' | 'usdc' | 'weth'> = {
  vm: 'evm',
  slug: 'base',
  id: 8_453,
  name: 'Base',
  isTest: false,
  nativeCurrency: ether,
  blockSeconds: 2,
  tokens: {
    usdc: circleUsdc('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 'USD Coin'),
    cbbtc: {
      symbol: 'cbBTC',
      name: 'Coinbase Wrapped BTC',
      decimals: 8,
      issuer: 'Coinbase',
      address: '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf',
    },
    weth: weth(opStackWeth),
  },
  contracts: { ...everywhere, wrappedNative: opStackWeth },
  venues: uniswap({
    v2: '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6',
    v3: '0x33128a8fC17869897dcE68Ed026d694621f6FDfD',
    router: '0x2626664c2603336E57B271c5C0b26F421741e481',
  }),
  priceFeeds: {
    'ETH/USD': { address: '0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70', heartbeatSeconds: 1_200 },
    'BTC/USD': { address: '0x64c911996D3c6aC71f9b455B1E8E7266BcbD848F', heartbeatSeconds: 1_200 },
    'USDC/USD': { address: '0x7e860098F58bBFC8648a4311b374B1D669a2bc6B', heartbeatSeconds: 86_400 },
  },
  sequencerFeed: '0xBCF85224fc0756B9Fa45aA7892530B47e10b6433',
  explorer: { name: 'Basescan', url: 'https://basescan.org' },
  finality: rollupFinality(12),
  fees: { fillUsdMax: 1 },
  dataFee: 'op-stack',
  hasOperatorFee: true,
  sources: {
    ...evmSources('base'),
    priceFeeds: chainlink('Base'),
    'priceFeeds.ETH/USD.heartbeatSeconds': heartbeats,
    'priceFeeds.BTC/USD.heartbeatSeconds': heartbeats,
    'priceFeeds.USDC/USD.heartbeatSeconds': heartbeats,
    sequencerFeed: chainlink('Base'),
    ...circle,
  },
};

/** Test network of Base. */
export const baseSepolia: EvmNetwork<'usdc' | 'weth'> = {
  vm: 'evm',
  slug: 'base-sepolia',
  id: 84_532,
  name: 'Base Sepolia',
  isTest: true,
  nativeCurrency: { ...ether, name: 'Sepolia Ether' },
  blockSeconds: 2,
  tokens: {
    usdc: circleUsdc('0x036CbD53842c5426634e7929541eC2318f3dCF7e', 'USDC'),
    weth: weth(opStackWeth),
  },
  contracts: { ...everywhere, wrappedNative: opStackWeth },
  venues: uniswap({
    v2: '0x7Ae58f10f7849cA6F5fB71b7f45CB416c9204b1e',
    v3: '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
    router: '0x94cC0AaC535CCDB3C01d6787D6413C739ae12bc4',
  }),
  priceFeeds: {},
  explorer: { name: 'Basescan', url: 'https://sepolia.basescan.org' },
  finality: rollupFinality(12),
  fees: { fillUsdMax: 1 },
  dataFee: 'op-stack',
  hasOperatorFee: true,
  sources: { ...evmSources('baseSepolia'), ...circle },
};
