import type { Pool, PoolTrade } from '../pool.js';
import type { Ticks } from './createTicks.js';
import type { TickLadder, SwapStep } from './tickLadder.js';

/** State of a V3 pool as of one block. */
export interface V3PoolState {
  readonly id: string;
  readonly tokens: readonly [string, string];
  /** Square root of the price of token0 in token1, with 96 binary digits after the point. */
  readonly sqrtPriceX96: bigint;
  readonly tick: number;
  /** Liquidity in range. */
  readonly liquidity: bigint;
  readonly ticks: Ticks;
}

/** Gas of one hop through a V3 pool, its two transfers included. */
const gasOfHop = 95_000;

/** Gas of each initialized tick that a trade crosses. */
const gasOfTick = 22_000;

/** Amounts are signed numbers of 256 bits inside the pool. */
const amountMax = (1n << 255n) - 1n;

/**
 * Makes a pool with concentrated liquidity.
 *
 * A trade takes whole steps between ticks by their known cost, and computes only its last one. That
 * is exact because the cost of a whole step does not depend on the trade: the pool goes on when at
 * least `cost = ceil(input * 10^6 / (10^6 - fee))` is left, and takes just as much.
 *
 * @example
 * ```ts
 * const ticks = createTicks({
 *   tickSpacing: 10,
 *   feePips: 500,
 *   ticks: [
 *     { tick: -887270, liquidityNet: 10n ** 18n },
 *     { tick: 887270, liquidityNet: -(10n ** 18n) },
 *   ],
 * });
 * const pool = createV3Pool({
 *   id,
 *   tokens,
 *   sqrtPriceX96: 1n << 96n,
 *   tick: 0,
 *   liquidity: 10n ** 18n,
 *   ticks,
 * });
 * pool.quoteExactInput(tokens[0], 1_000_000n)?.amount; // 999499n
 * ```
 */
export function createV3Pool({
  id,
  tokens,
  sqrtPriceX96,
  tick,
  liquidity,
  ticks,
}: V3PoolState): Pool {
  const [token0] = tokens;
  const down = createDirection(ticks.down, { sqrtPriceX96, tick, liquidity });
  const up = createDirection(ticks.up, { sqrtPriceX96, tick, liquidity });
  return {
    id,
    tokens,
    quoteExactInput: (tokenIn, amountIn) =>
      (tokenIn === token0 ? down : up).quoteExactInput(amountIn),
    quoteExactOutput: (tokenOut, amountOut) =>
      (tokenOut === token0 ? up : down).quoteExactOutput(amountOut),
  };
}

type PoolPrice = Pick<V3PoolState, 'sqrtPriceX96' | 'tick' | 'liquidity'>;

/** Quotes of a pool in one direction. */
interface Direction {
  quoteExactInput(amountIn: bigint): PoolTrade | undefined;
  quoteExactOutput(amountOut: bigint): PoolTrade | undefined;
}

function createDirection(
  ladder: TickLadder,
  { sqrtPriceX96, tick, liquidity }: PoolPrice,
): Direction {
  const start = ladder.nextTick(tick);
  const nextTick = ladder.ticks[start];
  let known: SwapStep | undefined;
  const first = (): SwapStep | undefined => {
    if (nextTick !== undefined)
      known ??= ladder.stepBetween(sqrtPriceX96, ladder.price(nextTick), liquidity);
    return known;
  };
  const trade = (
    amount: bigint,
    measure: 'cost' | 'output',
    withinTick: TickLadder['exactInputWithinTick'],
  ): PoolTrade | undefined => {
    if (amount <= 0n || amount > amountMax) return undefined;
    const counter = measure === 'cost' ? 'output' : 'cost';
    let left = amount;
    let total = 0n;
    let crossed = 0;
    // `position` is that of the tick that the trade has reached. Before the first tick the trade is
    // at the pool's own price.
    for (let position = start - 1; left > 0n; position += 1) {
      const reached = position < start ? undefined : ladder.ticks[position];
      const step = position < start ? first() : ladder.step(position);
      if (step === undefined) return undefined;
      if (reached?.isInitialized === true) crossed += 1;
      if (left < step[measure]) {
        const rest =
          reached === undefined
            ? withinTick(sqrtPriceX96, liquidity, left)
            : withinTick(ladder.price(reached), reached.liquidity, left);
        if (rest === undefined) return undefined;
        total += rest;
        break;
      }
      left -= step[measure];
      total += step[counter];
    }
    return total === 0n ? undefined : { amount: total, gas: gasOfHop + crossed * gasOfTick };
  };
  return {
    quoteExactInput: (amountIn) => trade(amountIn, 'cost', ladder.exactInputWithinTick),
    quoteExactOutput: (amountOut) => trade(amountOut, 'output', ladder.exactOutputWithinTick),
  };
}
