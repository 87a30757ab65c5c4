import { expect, test } from 'vitest';
import { unconfirmedAssets } from './unconfirmedAssets.js';

test('tells assets whose price has one source only, with the place in the configuration', () => {
  expect(unconfirmedAssets({ source: 'fixed', usd: { eth: '2500' } })).toEqual([]);
  expect(
    unconfirmedAssets({
      source: 'feeds',
      assets: {
        usdc: { primary: 'fixed' },
        eth: { primary: 'http', guard: 'pool@base' },
        wbtc: { primary: 'pool@base', guard: 'twap@optimism' },
        sol: { primary: 'http' },
        weth: { primary: 'chainlink@base', guard: 'pool@base' },
        btc: { primary: 'http', guard: 'chainlink@base' },
        link: { primary: 'chainlink@base', guard: 'chainlink@optimism' },
        pepe: { primary: 'pool@base', guard: 'twap@base' },
      },
    }),
  ).toEqual([
    { assetId: 'sol', path: 'prices.assets.sol.guard', reason: 'no feed guards the price' },
    {
      assetId: 'link',
      path: 'prices.assets.link.guard',
      reason: 'the guard reads the same operators of Chainlink as the price',
    },
    {
      assetId: 'pepe',
      path: 'prices.assets.pepe.guard',
      reason: 'the guard reads the same pools as the price',
    },
  ]);
});
