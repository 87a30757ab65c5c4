import { parseAbi } from 'viem';
import type { AbiTable } from './abiTable.js';

export const uniswapV2 = 'https://docs.uniswap.org/contracts/v2/reference/smart-contracts/pair';
export const uniswapV3 = 'https://docs.uniswap.org/contracts/v3/reference/core/UniswapV3Pool';

/** Calls of pools, of their factories and of routers. */
export const poolSelectorTable: AbiTable = {
  name: 'poolSelectors',
  doc: 'Calls of Uniswap pools, of the routers of Uniswap and of what is beside them.',
  sources: [
    {
      from: uniswapV2,
      abi: parseAbi([
        'function token0()',
        'function token1()',
        'function getReserves()',
        'function price0CumulativeLast()',
        'function price1CumulativeLast()',
      ]),
      names: ['token0', 'token1', 'getReserves', 'price0CumulativeLast', 'price1CumulativeLast'],
    },
    {
      from: uniswapV3,
      abi: parseAbi([
        'function fee()',
        'function tickSpacing()',
        'function slot0()',
        'function liquidity()',
        'function tickBitmap(int16 wordPosition)',
        'function ticks(int24 tick)',
        'function observe(uint32[] secondsAgos)',
      ]),
      names: ['fee', 'tickSpacing', 'slot0', 'liquidity', 'tickBitmap', 'ticks', 'observe'],
    },
    {
      from: 'https://docs.uniswap.org/contracts',
      abi: parseAbi([
        'function getPair(address tokenA, address tokenB)',
        'function getPool(address tokenA, address tokenB, uint24 fee)',
      ]),
      names: ['getPair', 'getPool'],
    },
    {
      from: 'https://github.com/mds1/multicall3',
      abi: parseAbi([
        'function aggregate3((address target, bool allowFailure, bytes callData)[])',
        'function getEthBalance(address addr)',
      ]),
      names: ['aggregate3', 'getEthBalance'],
    },
    {
      from: 'https://github.com/Uniswap/swap-router-contracts',
      abi: parseAbi([
        'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to)',
        'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to)',
        'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum))',
        'function exactOutput((bytes path, address recipient, uint256 amountOut, uint256 amountInMaximum))',
        'function multicall(uint256 deadline, bytes[] data)',
        'function unwrapWETH9(uint256 amountMinimum)',
        'function unwrapWETH9(uint256 amountMinimum, address recipient)',
        'function refundETH()',
        'function WETH9()',
      ]),
      names: [
        'swapExactTokensForTokens',
        'swapTokensForExactTokens',
        'exactInput',
        'exactOutput',
        'multicall',
        ['unwrapWETH9', 'unwrapWETH9(uint256)'],
        ['unwrapWETH9To', 'unwrapWETH9(uint256,address)'],
        'refundETH',
        'WETH9',
      ],
    },
    {
      from: 'https://github.com/gnosis/canonical-weth',
      abi: parseAbi(['function deposit()', 'function withdraw(uint256 amount)']),
      names: ['deposit', 'withdraw'],
    },
  ],
};
