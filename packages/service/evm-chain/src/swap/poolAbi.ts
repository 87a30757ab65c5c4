/**
 * First four bytes of the calls that we make to pools and around them; compared with the ABI in a
 * test.
 */
export const poolSelectors = {
  token0: '0x0dfe1681',
  token1: '0xd21220a7',
  decimals: '0x313ce567',
  fee: '0xddca3f43',
  tickSpacing: '0xd0c93a7c',
  slot0: '0x3850c7bd',
  liquidity: '0x1a686502',
  tickBitmap: '0x5339c296',
  ticks: '0xf30dba93',
  observe: '0x883bdbfd',
  getReserves: '0x0902f1ac',
  price0CumulativeLast: '0x5909c0d5',
  price1CumulativeLast: '0x5a3d5493',
  aggregate3: '0x82ad56cb',
  swapExactTokensForTokens: '0x472b43f3',
  swapTokensForExactTokens: '0x42712a67',
  exactInput: '0xb858183f',
  exactOutput: '0x09b81346',
  multicall: '0x5ae401dc',
  unwrapWETH9: '0x49616997',
  unwrapWETH9To: '0x49404b7c',
  refundETH: '0x12210e8a',
  WETH9: '0x4aa4a4fc',
  deposit: '0xd0e30db0',
  withdraw: '0x2e1a7d4d',
} as const;

/**
 * First topics of the events that change a pool: `keccak256` of their signatures, compared with the
 * ABI in a test.
 */
export const poolTopics = {
  /** V2 `Sync(uint112 reserve0,uint112 reserve1)` */
  sync: '0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1',
  /** V3 `Initialize(uint160 sqrtPriceX96,int24 tick)` */
  initialize: '0x98636036cb66a9c19a37435efc1e90142190214e8abeb821bdba3f2990dd4c95',
  /**
   * V3
   * `Swap(address indexed sender,address indexed recipient,int256 amount0,int256 amount1,uint160 sqrtPriceX96,uint128 liquidity,int24 tick)`
   */
  swap: '0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67',
  /**
   * V3
   * `Mint(address sender,address indexed owner,int24 indexed tickLower,int24 indexed tickUpper,uint128 amount,uint256 amount0,uint256 amount1)`
   */
  mint: '0x7a53080ba414158be7ec69b987b5fb7d07dee101fe85488f0853ae16239d0bde',
  /**
   * V3
   * `Burn(address indexed owner,int24 indexed tickLower,int24 indexed tickUpper,uint128 amount,uint256 amount0,uint256 amount1)`
   */
  burn: '0x0c396cd989a39f4459b5fa1aed6a9a8dcdbc45908acfd67e028cd568da98982c',
} as const;
