import { finalizedOnly } from '../finality.js';
import type { EvmNetwork, NativeCurrency } from '../network.js';
import { readAt } from '../readAt.js';
import { chainlink, circle, circleUsdc, ether, everywhere, evmSources } from './evmParts.js';
import { uniswap, weth } from './evmParts.js';

const pol: NativeCurrency = { ...ether, id: 'pol', symbol: 'POL', name: 'POL' };
const wrapped = '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270';
const tipMin = readAt('https://forum.polygon.technology/t/pip-35-mingas-increase/13856');

/** Polygon. */
export const polygon: EvmNetwork<'usdc' | 'usdt' | 'wbtc' | 'weth' | 'wpol'> = {
  vm: 'evm',
  slug: 'polygon',
  id: 137,
  name: 'Polygon',
  isTest: false,
  nativeCurrency: pol,
  blockSeconds: 2,
  tokens: {
    usdc: circleUsdc('0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', 'USD Coin'),
    usdt: {
      symbol: 'USDT',
      name: 'Tether USD',
      decimals: 6,
      issuer: 'the bridge of Polygon',
      address: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
    },
    wbtc: {
      symbol: 'WBTC',
      name: 'Wrapped BTC',
      decimals: 8,
      issuer: 'the bridge of Polygon',
      address: '0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6',
    },
    weth: weth('0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619', 'the bridge of Polygon'),
    wpol: {
      symbol: 'WPOL',
      name: 'Wrapped POL',
      decimals: 18,
      issuer: 'the contract itself',
      address: wrapped,
    },
  },
  contracts: { ...everywhere, wrappedNative: wrapped },
  venues: uniswap({
    v2: '0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C',
    v3: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
    router: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
  }),
  priceFeeds: {
    'ETH/USD': { address: '0xF9680D99D6C9589e2a93a78A04A279e509205945' },
    'BTC/USD': { address: '0xc907E116054Ad103354f2D350FD2514433D57F6f' },
    'USDC/USD': { address: '0xfE4A8cc5b5B2366C1B58Bea3858e81843581b2F7' },
  },
  explorer: { name: 'PolygonScan', url: 'https://polygonscan.com' },
  finality: finalizedOnly,
  deepestReorg: 157,
  fees: { fillUsdMax: 1, tipMin: 25_000_000_000n },
  dataFee: 'none',
  hasOperatorFee: false,
  sources: {
    ...evmSources('polygon'),
    priceFeeds: chainlink('Polygon'),
    ...circle,
    'tokens.wpol': readAt('@bgd-labs/aave-address-book@4.44.22#AaveV3Polygon'),
    'fees.tipMin': tipMin,

    deepestReorg: readAt(
      'https://id.bitcoinethereumnews.com/tech/polygon-hit-by-157-block-reorg-despite-hard-fork-to-reduce-reorgs/',
    ),
  },
};

/** Test network of Polygon. */
export const polygonAmoy: EvmNetwork<'usdc'> = {
  vm: 'evm',
  slug: 'polygon-amoy',
  id: 80_002,
  name: 'Polygon Amoy',
  isTest: true,
  nativeCurrency: pol,
  tokens: { usdc: circleUsdc('0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582', 'USDC') },
  contracts: everywhere,
  venues: [],
  priceFeeds: {},
  explorer: { name: 'PolygonScan', url: 'https://amoy.polygonscan.com' },
  finality: finalizedOnly,
  fees: { fillUsdMax: 1, tipMin: 25_000_000_000n },
  dataFee: 'none',
  hasOperatorFee: false,
  sources: { ...evmSources('polygonAmoy'), ...circle, 'fees.tipMin': tipMin },
};
