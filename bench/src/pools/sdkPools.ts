import type { CurrencyAmount, Token } from '@uniswap/sdk-core';
import type { Pair } from '@uniswap/v2-sdk';
import type { Pool } from '@uniswap/v3-sdk';
import type { DrawnPool, DrawnToken } from './drawPools.js';
import { sdkCore, v2Sdk, v3Sdk } from './sdks.js';

const feeAmounts = { 500: v3Sdk.FeeAmount.LOW, 3_000: v3Sdk.FeeAmount.MEDIUM } as const;

/** Token in the form of Uniswap's SDK. */
export function sdkToken({ address, decimals }: DrawnToken): Token {
  return new sdkCore.Token(1, address, decimals);
}

/** Amount of a token in the form of Uniswap's SDK. */
export function sdkAmount(token: Token, amount: bigint): CurrencyAmount<Token> {
  return sdkCore.CurrencyAmount.fromRawAmount(token, amount.toString());
}

/** V3 pool in the form of Uniswap's SDK. */
export function sdkV3Pool({
  token0,
  token1,
  feePips,
  tickSpacing,
  sqrtPriceX96,
  liquidity,
  tick,
  ticks,
}: DrawnPool): Pool {
  const list = ticks.map(({ tick: index, liquidityNet }) => ({
    index,
    liquidityNet: liquidityNet.toString(),
    liquidityGross: (liquidityNet < 0n ? -liquidityNet : liquidityNet).toString(),
  }));
  return new v3Sdk.Pool(
    sdkToken(token0),
    sdkToken(token1),
    feeAmounts[feePips],
    sqrtPriceX96.toString(),
    liquidity.toString(),
    tick,
    new v3Sdk.TickListDataProvider(list, tickSpacing),
  );
}

/** V2 pair in the form of Uniswap's SDK. */
export function sdkV2Pair({ token0, token1, reserves }: DrawnPool): Pair {
  return new v2Sdk.Pair(
    sdkAmount(sdkToken(token0), reserves[0]),
    sdkAmount(sdkToken(token1), reserves[1]),
  );
}
