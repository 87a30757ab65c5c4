import { sqrtRatioAtTick, type InitializedTick } from '@portage/pools';

/** Token of the benchmark. */
export interface DrawnToken {
  readonly address: string;
  readonly decimals: number;
}

/** V3 pool. Its tokens are in the order of their addresses. */
export interface DrawnPool {
  readonly id: string;
  readonly token0: DrawnToken;
  readonly token1: DrawnToken;
  readonly feePips: 500 | 3_000;
  readonly tickSpacing: number;
  readonly sqrtPriceX96: bigint;
  readonly tick: number;
  readonly liquidity: bigint;
  readonly ticks: readonly InitializedTick[];
  /** Depth at the price, as the reserves of a V2 pool. */
  readonly reserves: readonly [bigint, bigint];
}

const spacings = { 500: 10, 3_000: 60 } as const;

/** Random generator that is the same in every run: numbers from 0 up to `max`. */
export function createDraw(): (max: number) => number {
  let state = 20_261_121n;
  return (max) => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
    return Number(((state >> 20n) * BigInt(max)) >> 44n);
  };
}

/** Tokens of 18 decimals, so that prices are those of the smallest units too. */
export function drawTokens(count: number): readonly DrawnToken[] {
  return Array.from({ length: count }, (_, index) => ({
    address: `0x${(BigInt(index + 1) * 0x0123_4567_89ab_cdefn * 2n ** 90n).toString(16).padStart(40, '0').slice(-40)}`,
    decimals: 18,
  })).sort((a, b) => (a.address < b.address ? -1 : 1));
}

/**
 * Pools between tokens of nearly equal worth, within some hundredths of a percent: a ring, and
 * chords across it.
 */
export function drawPools(tokens: readonly DrawnToken[], count: number): readonly DrawnPool[] {
  const draw = createDraw();
  const pairs = tokens.map((_, index) => [index, (index + 1) % tokens.length] as const);
  const seen = new Set(
    pairs.map(([a, b]) => `${String(Math.min(a, b))} ${String(Math.max(a, b))}`),
  );
  while (pairs.length < count) {
    const [a, b] = [draw(tokens.length), draw(tokens.length)];
    const key = `${String(Math.min(a, b))} ${String(Math.max(a, b))}`;
    if (a === b || seen.has(key)) continue;
    seen.add(key);
    pairs.push([a, b]);
  }
  return pairs.map(([a, b], index) => {
    const [token0, token1] = [tokens[Math.min(a, b)], tokens[Math.max(a, b)]];
    if (token0 === undefined || token1 === undefined) throw new Error('A pool has two tokens.');
    return drawPool({
      index,
      token0,
      token1,
      feePips: draw(2) === 0 ? 500 : 3_000,
      tick: draw(7) - 3,
      wide: draw(900) + 100,
    });
  });
}

/**
 * Pool at a tick, with a position over all prices, one around ten percent, and one of a percent.
 */
function drawPool(plan: {
  readonly index: number;
  readonly token0: DrawnToken;
  readonly token1: DrawnToken;
  readonly feePips: 500 | 3_000;
  readonly tick: number;
  readonly wide: number;
}): DrawnPool {
  const { feePips, tick, token0, token1, wide } = plan;
  const tickSpacing = spacings[feePips];
  const positions = [Math.floor(887_272 / tickSpacing) * tickSpacing, 960, 120].map(
    (reach, index) => ({ reach, liquidity: BigInt(wide) * 10n ** 21n * BigInt(index + 1) }),
  );
  const liquidity = positions.reduce((sum, position) => sum + position.liquidity, 0n);
  return {
    id: `0x${(plan.index + 1).toString(16).padStart(40, '0')}`,
    token0,
    token1,
    feePips,
    tickSpacing,
    tick,
    liquidity,
    sqrtPriceX96: sqrtRatioAtTick(tick) + 12_345n,
    ticks: positions
      .flatMap(({ reach, liquidity: net }) => [
        { tick: -reach, liquidityNet: net },
        { tick: reach, liquidityNet: -net },
      ])
      .sort((a, b) => a.tick - b.tick),
    reserves: [liquidity, liquidity + BigInt(tick) * (liquidity / 10_000n)],
  };
}

/** Pool whose liquidity changes every ten ticks, so that trades cross the intended number. */
export function drawLadder(token0: DrawnToken, token1: DrawnToken): DrawnPool {
  const step = 10n ** 21n;
  const rungs = Array.from({ length: 40 }, (_, index) => (index + 1) * 10);
  const ticks = [
    ...rungs.map((tick) => ({ tick: -tick, liquidityNet: step })),
    ...rungs.map((tick) => ({ tick, liquidityNet: -step })),
  ].sort((a, b) => a.tick - b.tick);
  const liquidity = BigInt(rungs.length) * step;
  return {
    id: '0x00000000000000000000000000000000000000ff',
    token0,
    token1,
    feePips: 500,
    tickSpacing: 10,
    tick: 0,
    sqrtPriceX96: sqrtRatioAtTick(0) + 12_345n,
    liquidity,
    ticks,
    reserves: [liquidity, liquidity],
  };
}
