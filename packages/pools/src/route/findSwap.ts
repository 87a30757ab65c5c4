import type { Pool } from '../pool.js';
import type { Market } from './createMarket.js';
import { findPaths } from './findPaths.js';
import { buyAlong, sellAlong, type Path, type PathTrade } from './path.js';

/** A trade to find the best way for. */
export interface SwapSearch {
  readonly tokenIn: string;
  readonly tokenOut: string;
  readonly type: 'EXACT_INPUT' | 'EXACT_OUTPUT';
  /** What goes in, or what must come out; smallest units. */
  readonly amount: bigint;
  /** The most pools one after the other. Default 3. */
  readonly hopsMax?: number | undefined;
  /** The most ways side by side. Default 4; 1 never splits. */
  readonly partsMax?: number | undefined;
  /**
   * What so many units of gas are worth: of the output for an exact input, of the input for an
   * exact output. Default: nothing.
   */
  readonly costOfGas?: ((units: number) => bigint) | undefined;
}

/** The best trade that was found. Amounts of the parts add up to those of the whole. */
export interface FoundSwap {
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  readonly gas: number;
  readonly parts: readonly PathTrade[];
}

const hopsDefault = 3;
const partsDefault = 4;
/** A split gives each way a multiple of a twenty-fourth: it divides by two, three and four. */
const slices = 24;

/**
 * The best way to trade through the pools of some sources, gas counted: one path, or several side
 * by side where that leaves more. Paths of a split share no pool, so that none changes what another
 * finds.
 *
 * @returns undefined where no way takes the amount
 * @example
 * ```ts
 * const market = createMarket('uniswap-v3', pools);
 * findSwap([market], { tokenIn: weth, tokenOut: usdc, type: 'EXACT_INPUT', amount: 10n ** 18n })?.amountOut;
 * ```
 */
export function findSwap(markets: readonly Market[], search: SwapSearch): FoundSwap | undefined {
  if (search.amount <= 0n) return undefined;
  const score = scoreOf(search);
  const single = best(pathsThrough(markets, search, search.amount, new Set()), score);
  const whole = single === undefined ? undefined : sum([single]);
  const partsMax = search.partsMax ?? partsDefault;
  if (partsMax <= 1) return whole;
  const paths = disjointPaths(markets, search, { partsMax, first: single });
  const splits = paths.slice(1).map((_, index) => split(paths.slice(0, index + 2), search));
  return best([whole, ...splits], score);
}

/** More is better: the output less gas, or the input and gas as a loss. */
function scoreOf({
  type,
  costOfGas = () => 0n,
}: SwapSearch): (trade: Omit<FoundSwap, 'parts'>) => bigint {
  return type === 'EXACT_INPUT'
    ? ({ amountOut, gas }) => amountOut - costOfGas(gas)
    : ({ amountIn, gas }) => -amountIn - costOfGas(gas);
}

function best<Trade extends Omit<FoundSwap, 'parts'>>(
  trades: readonly (Trade | undefined)[],
  score: (trade: Trade) => bigint,
): Trade | undefined {
  let found: { readonly trade: Trade; readonly score: bigint } | undefined;
  for (const trade of trades) {
    if (trade === undefined) continue;
    const candidate = { trade, score: score(trade) };
    if (found === undefined || candidate.score > found.score) found = candidate;
  }
  return found?.trade;
}

function pathsThrough(
  markets: readonly Market[],
  search: SwapSearch,
  amount: bigint,
  without: ReadonlySet<Pool>,
): readonly PathTrade[] {
  const { tokenIn, tokenOut, type, hopsMax = hopsDefault } = search;
  return markets.flatMap((market) =>
    findPaths(market, { tokenIn, tokenOut, type, amount, hopsMax, without }),
  );
}

/**
 * Paths without a pool in common, the best first; each is the best for its share of an even split.
 */
function disjointPaths(
  markets: readonly Market[],
  search: SwapSearch,
  { partsMax, first }: { readonly partsMax: number; readonly first: PathTrade | undefined },
): readonly Path[] {
  const share = search.amount / BigInt(partsMax);
  if (share === 0n) return [];
  const score = scoreOf(search);
  const paths: Path[] = first === undefined ? [] : [first.path];
  const used = new Set(paths.flatMap(({ hops }) => hops.map(({ pool }) => pool)));
  while (paths.length < partsMax) {
    const found = best(pathsThrough(markets, search, share, used), score);
    if (found === undefined) break;
    paths.push(found.path);
    for (const { pool } of found.path.hops) used.add(pool);
  }
  return paths;
}

/**
 * Gives each slice of the amount to the path on which it leaves most; undefined where the paths
 * cannot take it all.
 */
function split(paths: readonly Path[], search: SwapSearch): FoundSwap | undefined {
  const { type, amount } = search;
  const follow = type === 'EXACT_INPUT' ? sellAlong : buyAlong;
  const score = (trade: PathTrade | undefined): bigint =>
    trade === undefined ? 0n : type === 'EXACT_INPUT' ? trade.amountOut : -trade.amountIn;
  const slice = amount / BigInt(slices);
  if (slice === 0n) return undefined;
  const lanes = paths.map((path) => ({
    path,
    given: 0n,
    trade: undefined as PathTrade | undefined,
    next: follow(path, slice),
  }));
  for (let index = 0; index < slices; index += 1) {
    // The last slice takes what the division left over.
    const size = index === slices - 1 ? amount - slice * BigInt(slices - 1) : slice;
    if (size !== slice) for (const lane of lanes) lane.next = follow(lane.path, lane.given + size);
    const gain = (lane: (typeof lanes)[number]): bigint => score(lane.next) - score(lane.trade);
    const [winner] = lanes
      .filter((lane) => lane.next !== undefined)
      .sort((a, b) => (gain(a) > gain(b) ? -1 : 1));
    if (winner === undefined) return undefined;
    winner.given += size;
    winner.trade = winner.next;
    winner.next = follow(winner.path, winner.given + slice);
  }
  return sum(lanes.flatMap(({ trade }) => trade ?? []));
}

function sum(parts: readonly PathTrade[]): FoundSwap {
  let [amountIn, amountOut, gas] = [0n, 0n, 0];
  for (const part of parts) {
    amountIn += part.amountIn;
    amountOut += part.amountOut;
    gas += part.gas;
  }
  return { amountIn, amountOut, gas, parts };
}
