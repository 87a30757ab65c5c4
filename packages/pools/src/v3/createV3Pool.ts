import type { Pool, PoolTrade } from '../pool.js';
import type { Ticks } from './createTicks.js';
import type { Lane, Stretch } from './lane.js';

/** What is known about a V3 pool as of one block. */
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

/**
 * Gas of one hop through a V3 pool, its two transfers included, and of each tick that it crosses.
 */
const gasOfHop = 95_000;
const gasOfTick = 22_000;

/** Amounts are signed numbers of 256 bits inside the pool. */
const amountMax = (1n << 255n) - 1n;

/**
 * A pool with concentrated liquidity.
 *
 * A trade passes whole stretches between ticks by their known cost, and only where it ends is
 * anything computed. That is exact because what the pool takes for a whole stretch does not depend
 * on the trade: it goes on when at least `cost = ceil(input * 10^6 / (10^6 - fee))` is left, and
 * takes just as much.
 *
 * @example
 * ```ts
 * const ticks = createTicks({ tickSpacing: 10, feePips: 500, ticks: [{ tick: -887270, liquidityNet: 10n ** 18n }, { tick: 887270, liquidityNet: -(10n ** 18n) }] });
 * const pool = createV3Pool({ id, tokens, sqrtPriceX96: 1n << 96n, tick: 0, liquidity: 10n ** 18n, ticks });
 * pool.sell(tokens[0], 1_000_000n)?.amount; // 999499n
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
  const down = createRide(ticks.down, { sqrtPriceX96, tick, liquidity });
  const up = createRide(ticks.up, { sqrtPriceX96, tick, liquidity });
  return {
    id,
    tokens,
    sell: (tokenIn, amountIn) => (tokenIn === token0 ? down : up).sell(amountIn),
    buy: (tokenOut, amountOut) => (tokenOut === token0 ? up : down).buy(amountOut),
  };
}

type Place = Pick<V3PoolState, 'sqrtPriceX96' | 'tick' | 'liquidity'>;

interface Ride {
  sell(amountIn: bigint): PoolTrade | undefined;
  buy(amountOut: bigint): PoolTrade | undefined;
}

/** Trades in one direction from one place. */
function createRide(lane: Lane, { sqrtPriceX96, tick, liquidity }: Place): Ride {
  const start = lane.firstStop(tick);
  const firstStop = lane.stops[start];
  let known: Stretch | undefined;
  const first = (): Stretch | undefined => {
    if (firstStop !== undefined)
      known ??= lane.between(sqrtPriceX96, lane.price(firstStop), liquidity);
    return known;
  };
  const ride = (
    amount: bigint,
    measure: 'cost' | 'output',
    finish: Lane['sellWithin'],
  ): PoolTrade | undefined => {
    if (amount <= 0n || amount > amountMax) return undefined;
    const counter = measure === 'cost' ? 'output' : 'cost';
    let left = amount;
    let total = 0n;
    let crossed = 0;
    // `index` is the stop that the trade has reached; before the first it is at the pool's own
    // price.
    for (let index = start - 1; left > 0n; index += 1) {
      const reached = index < start ? undefined : lane.stops[index];
      const stretch = index < start ? first() : lane.stretch(index);
      if (stretch === undefined) return undefined;
      if (reached?.isInitialized === true) crossed += 1;
      if (left < stretch[measure]) {
        const rest =
          reached === undefined
            ? finish(sqrtPriceX96, liquidity, left)
            : finish(lane.price(reached), reached.liquidity, left);
        if (rest === undefined) return undefined;
        total += rest;
        break;
      }
      left -= stretch[measure];
      total += stretch[counter];
    }
    return total === 0n ? undefined : { amount: total, gas: gasOfHop + crossed * gasOfTick };
  };
  return {
    sell: (amountIn) => ride(amountIn, 'cost', lane.sellWithin),
    buy: (amountOut) => ride(amountOut, 'output', lane.buyWithin),
  };
}
