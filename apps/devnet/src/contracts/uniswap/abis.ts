import { parseAbi } from 'viem';

/** Functions of `UniswapV2Router02` that the set-up calls. */
export const v2RouterAbi = parseAbi([
  'function addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
]);

/** Functions of `NonfungiblePositionManager` that the set-up calls. */
export const v3PositionManagerAbi = parseAbi([
  'struct MintParams { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
  'function createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96) payable returns (address pool)',
  'function mint(MintParams params) payable returns (uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
  'function multicall(bytes[] data) payable returns (bytes[] results)',
]);

/** Functions of `UniswapV3Pool` that the set-up calls. */
export const v3PoolAbi = parseAbi([
  'function increaseObservationCardinalityNext(uint16 observationCardinalityNext)',
]);
