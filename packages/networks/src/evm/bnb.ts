import { finalizedOnly } from '../finality.js';
import type { EvmNetwork, NativeCurrency } from '../network.js';
import { readAt } from '../readAt.js';
import { chainlink, ether, everywhere, evmSources, uniswap } from './evmParts.js';

const coin: NativeCurrency = { ...ether, id: 'bnb', symbol: 'BNB', name: 'BNB' };
const wrapped = '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c';
const pegged = { decimals: 18, issuer: 'Binance' };

/** BNB Smart Chain. Its dollars have 18 decimals, and Binance owes them. */
export const bnb: EvmNetwork<'usdc' | 'usdt' | 'wbnb'> = {
  vm: 'evm',
  slug: 'bnb',
  id: 56,
  name: 'BNB Smart Chain',
  isTest: false,
  nativeCurrency: coin,
  blockSeconds: 0.75,
  tokens: {
    usdc: {
      symbol: 'USDC',
      name: 'USD Coin',
      ...pegged,
      address: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
    },
    usdt: {
      symbol: 'USDT',
      name: 'Tether USD',
      ...pegged,
      address: '0x55d398326f99059fF775485246999027B3197955',
    },
    wbnb: {
      symbol: 'WBNB',
      name: 'Wrapped BNB',
      decimals: 18,
      issuer: 'the contract itself',
      address: wrapped,
    },
  },
  contracts: { ...everywhere, wrappedNative: wrapped },
  venues: uniswap({
    v2: '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6',
    v3: '0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7',
    router: '0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2',
  }),
  priceFeeds: {
    'BNB/USD': { address: '0x0567F2323251f0Aab15c8dFb1967E4e8A7D42aeE' },
    'ETH/USD': { address: '0x9ef1B8c0E4F7dc8bF5719Ea496883DC6401d5b2e' },
    'BTC/USD': { address: '0x264990fbd0A4796A3E3d8E37C4d5F87a3aCa5Ebf' },
    'USDC/USD': { address: '0x51597f405303C4377E36123cBc172b13269EA163' },
  },
  explorer: { name: 'BscScan', url: 'https://bscscan.com' },
  finality: finalizedOnly,
  fees: { fillUsdMax: 1, tipMin: 50_000_000n },
  dataFee: 'none',
  hasOperatorFee: false,
  sources: {
    ...evmSources('bsc'),
    priceFeeds: chainlink('BNB'),
    'fees.tipMin': readAt(
      'https://rfq.news/binancecoin/bnb-smart-chain-validators-slash-minimum-gas-price-to-0-05-gwei',
    ),
  },
};

/** Test network of BNB Smart Chain. */
export const bnbTestnet: EvmNetwork<never> = {
  vm: 'evm',
  slug: 'bnb-testnet',
  id: 97,
  name: 'BNB Smart Chain Testnet',
  isTest: true,
  nativeCurrency: { ...coin, symbol: 'tBNB' },
  tokens: {},
  contracts: everywhere,
  venues: [],
  priceFeeds: {},
  explorer: { name: 'BscScan', url: 'https://testnet.bscscan.com' },
  finality: finalizedOnly,
  fees: { fillUsdMax: 1 },
  dataFee: 'none',
  hasOperatorFee: false,
  sources: evmSources('bscTestnet'),
};
