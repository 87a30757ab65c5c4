import { sqrtRatioHighest, sqrtRatioLowest, sqrtRatioAtTick, tickMax } from './sqrtRatioAtTick.js';
import { createTickLadder, type Tick, type TickLadder } from './tickLadder.js';

/** A tick at which liquidity begins or ends. */
export interface InitializedTick {
  readonly tick: number;
  /** Liquidity that is added when the price rises past the tick. */
  readonly liquidityNet: bigint;
}

/**
 * Liquidity of a V3 pool at every price. It changes with positions only, so it stays the same from
 * trade to trade.
 */
export interface Ticks {
  /** Prices that fall: token0 comes in. */
  readonly down: TickLadder;
  /** Prices that rise: token1 comes in. */
  readonly up: TickLadder;
  /** Liquidity in range at a tick. A pool whose own figure differs was not read as of one block. */
  liquidityAt(tick: number): bigint;
}

/** Ticks of a pool in ascending order, with its spacing and fee. */
export interface TicksOptions {
  readonly tickSpacing: number;
  readonly feePips: number;
  readonly ticks: readonly InitializedTick[];
}

/** Ticks in a word of the pool's bitmap. */
const ticksPerWord = 256;

/**
 * Prepares the ticks of a V3 pool for trades.
 *
 * A pool looks for the next tick in one word of its bitmap at a time and rounds at the edge of
 * each, so the edges are ticks of the ladder too. The step between two ticks never changes. It is
 * computed once, when a trade first gets there.
 *
 * @example
 * ```ts
 * const ticks = createTicks({
 *   tickSpacing: 60,
 *   feePips: 3_000,
 *   ticks: [
 *     { tick: -600, liquidityNet: liquidity },
 *     { tick: 600, liquidityNet: -liquidity },
 *   ],
 * });
 * ticks.liquidityAt(tick);
 * ```
 */
export function createTicks({ tickSpacing, feePips, ticks }: TicksOptions): Ticks {
  const ratios = new Map<number, bigint>();
  const ratioAt = (tick: number): bigint => {
    let ratio = ratios.get(tick);
    if (ratio === undefined) {
      const exact = sqrtRatioAtTick(tick);
      ratio =
        exact < sqrtRatioLowest
          ? sqrtRatioLowest
          : exact > sqrtRatioHighest
            ? sqrtRatioHighest
            : exact;
      ratios.set(tick, ratio);
    }
    return ratio;
  };
  const rising = risingTicks(ticks, tickSpacing);
  const falling = fallingTicks(ticks, tickSpacing);
  return {
    down: createTickLadder({ direction: 'down', ticks: falling, feePips, ratioAt }),
    up: createTickLadder({ direction: 'up', ticks: rising, feePips, ratioAt }),
    liquidityAt: (tick) =>
      ticks.reduce((sum, each) => (each.tick <= tick ? sum + each.liquidityNet : sum), 0n),
  };
}

/**
 * Ladder of a rising price, with the liquidity above each tick: the initialized ticks, and the last
 * tick of each word.
 */
function risingTicks(ticks: readonly InitializedTick[], spacing: number): readonly Tick[] {
  let liquidity = 0n;
  return withEdges(ticks, spacing, ticksPerWord - 1).map(({ tick, net }) => {
    liquidity += net ?? 0n;
    return { index: tick, liquidity, isInitialized: net !== undefined };
  });
}

/**
 * Ladder of a falling price, with the liquidity below each tick: the initialized ticks, and the
 * first tick of each word.
 */
function fallingTicks(ticks: readonly InitializedTick[], spacing: number): readonly Tick[] {
  let liquidity = 0n;
  const ladder = withEdges(ticks, spacing, 0).map(({ tick, net }) => {
    const below = liquidity;
    liquidity += net ?? 0n;
    return { index: tick, liquidity: below, isInitialized: net !== undefined };
  });
  return ladder.reverse();
}

interface Edge {
  readonly tick: number;
  /** Liquidity that is added; undefined at an edge that is not initialized. */
  readonly net: bigint | undefined;
}

/**
 * Adds to the initialized ticks the tick at `bit` of each word between the outermost of them, in
 * ascending order. Outside there is no liquidity.
 */
function withEdges(
  ticks: readonly InitializedTick[],
  spacing: number,
  bit: number,
): readonly Edge[] {
  const nets = new Map<number, bigint | undefined>();
  const [lowest, highest] = [ticks[0]?.tick ?? 0, ticks.at(-1)?.tick ?? -1];
  const word = (tick: number): number => Math.floor(tick / spacing / ticksPerWord);
  for (let index = word(lowest); index <= word(highest); index += 1) {
    const tick = (index * ticksPerWord + bit) * spacing;
    if (tick >= lowest && tick <= highest && Math.abs(tick) <= tickMax) nets.set(tick, undefined);
  }
  for (const { tick, liquidityNet } of ticks) nets.set(tick, liquidityNet);
  return [...nets].map(([tick, net]) => ({ tick, net })).sort((a, b) => a.tick - b.tick);
}
