import { toEventSelector, toFunctionSelector } from 'viem';
import { expect, test } from 'vitest';
import { poolSelectors, poolTopics } from './poolAbi.js';

const functions: Readonly<Record<keyof typeof poolSelectors, string>> = {
  token0: 'token0()',
  token1: 'token1()',
  decimals: 'decimals()',
  fee: 'fee()',
  tickSpacing: 'tickSpacing()',
  slot0: 'slot0()',
  liquidity: 'liquidity()',
  tickBitmap: 'tickBitmap(int16)',
  ticks: 'ticks(int24)',
  observe: 'observe(uint32[])',
  getReserves: 'getReserves()',
  price0CumulativeLast: 'price0CumulativeLast()',
  price1CumulativeLast: 'price1CumulativeLast()',
  aggregate3: 'aggregate3((address,bool,bytes)[])',
  swapExactTokensForTokens: 'swapExactTokensForTokens(uint256,uint256,address[],address)',
  swapTokensForExactTokens: 'swapTokensForExactTokens(uint256,uint256,address[],address)',
  exactInput: 'exactInput((bytes,address,uint256,uint256))',
  exactOutput: 'exactOutput((bytes,address,uint256,uint256))',
  multicall: 'multicall(uint256,bytes[])',
  unwrapWETH9: 'unwrapWETH9(uint256)',
  unwrapWETH9To: 'unwrapWETH9(uint256,address)',
  refundETH: 'refundETH()',
  WETH9: 'WETH9()',
  deposit: 'deposit()',
  withdraw: 'withdraw(uint256)',
};

const events: Readonly<Record<keyof typeof poolTopics, string>> = {
  sync: 'event Sync(uint112 reserve0, uint112 reserve1)',
  initialize: 'event Initialize(uint160 sqrtPriceX96, int24 tick)',
  swap: 'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
  mint: 'event Mint(address sender, address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
  burn: 'event Burn(address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
};

test('selectors are those of the calls', () => {
  expect(poolSelectors).toEqual(
    Object.fromEntries(
      Object.entries(functions).map(([name, signature]) => [name, toFunctionSelector(signature)]),
    ),
  );
});

test('topics are those of the events', () => {
  const topics = Object.entries(events).map(([name, signature]) => [
    name,
    toEventSelector(signature),
  ]);
  expect(poolTopics).toEqual(Object.fromEntries(topics));
});
