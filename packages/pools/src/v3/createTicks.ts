import { sqrtRatioHighest, sqrtRatioLowest, sqrtRatioAtTick, tickMax } from './sqrtRatioAtTick.js';
import { createLane, type Lane, type Stop } from './lane.js';

/** A tick at which liquidity begins or ends. */
export interface InitializedTick {
  readonly tick: number;
  /** What is added to the liquidity when the price rises past the tick. */
  readonly liquidityNet: bigint;
}

/**
 * Liquidity of a V3 pool at every price. It changes with positions only, so it outlives the trades
 * between.
 */
export interface Ticks {
  /** Prices that fall: token0 comes in. */
  readonly down: Lane;
  /** Prices that rise: token1 comes in. */
  readonly up: Lane;
  /** Liquidity in range at a tick. A pool whose own word differs was not read as of one block. */
  liquidityAt(tick: number): bigint;
}

/** What a pool's ticks are made of; `ticks` ascending. */
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
 * each, so the edges are stops like the ticks themselves. What lies between two stops never
 * changes, and is computed once, when a trade first gets there.
 *
 * @example
 * ```ts
 * const ticks = createTicks({ tickSpacing: 60, feePips: 3_000, ticks: [{ tick: -600, liquidityNet: liquidity }, { tick: 600, liquidityNet: -liquidity }] });
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
  const rising = risingStops(ticks, tickSpacing);
  const falling = fallingStops(ticks, tickSpacing);
  return {
    down: createLane({ direction: 'down', stops: falling, feePips, ratioAt }),
    up: createLane({ direction: 'up', stops: rising, feePips, ratioAt }),
    liquidityAt: (tick) =>
      ticks.reduce((sum, each) => (each.tick <= tick ? sum + each.liquidityNet : sum), 0n),
  };
}

/**
 * Stops of a rising price with the liquidity above each: the ticks, and the last tick of each word.
 */
function risingStops(ticks: readonly InitializedTick[], spacing: number): readonly Stop[] {
  let liquidity = 0n;
  return withEdges(ticks, spacing, ticksPerWord - 1).map(({ tick, net }) => {
    liquidity += net ?? 0n;
    return { tick, liquidity, isInitialized: net !== undefined };
  });
}

/**
 * Stops of a falling price with the liquidity below each: the ticks, and the first tick of each
 * word.
 */
function fallingStops(ticks: readonly InitializedTick[], spacing: number): readonly Stop[] {
  let liquidity = 0n;
  const stops = withEdges(ticks, spacing, 0).map(({ tick, net }) => {
    const below = liquidity;
    liquidity += net ?? 0n;
    return { tick, liquidity: below, isInitialized: net !== undefined };
  });
  return stops.reverse();
}

interface Edge {
  readonly tick: number;
  /** Undefined at an edge without liquidity of its own. */
  readonly net: bigint | undefined;
}

/**
 * The ticks, and between the outermost of them the tick at `bit` of each word, ascending. Outside
 * there is no liquidity.
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
