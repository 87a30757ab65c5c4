import type { Pool } from '../pool.js';
import type { Market } from './createMarket.js';
import { findPaths } from './findPaths.js';
import { exactOutputAlong, exactInputAlong, type Path, type PathTrade } from './path.js';

/** A trade to find the best swap for. */
export interface SwapSearch {
  readonly tokenIn: string;
  readonly tokenOut: string;
  readonly type: 'EXACT_INPUT' | 'EXACT_OUTPUT';
  /** Exact input or exact output, in smallest units. */
  readonly amount: bigint;
  /** Most pools of a path. Three by default. */
  readonly hopsMax?: number | undefined;
  /** Most paths of a split. Four by default; one never splits. */
  readonly partsMax?: number | undefined;
  /**
   * Price of units of gas: in the output for an exact input, in the input for an exact output. Gas
   * is free by default.
   */
  readonly costOfGas?: ((units: number) => bigint) | undefined;
}

/** The best swap that was found. The amounts of the parts add up to those of the swap. */
export interface FoundSwap {
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  readonly gas: number;
  readonly parts: readonly PathTrade[];
}

const hopsDefault = 3;
const partsDefault = 4;
/** Slices of a split: twenty-four, which two, three and four divide. */
const slices = 24;

/**
 * Finds the best swap through the pools of some markets, after gas: one path, or several side by
 * side where that is better. Paths of a split share no pool, so that none changes the price of
 * another.
 *
 * @returns undefined where no path takes the amount
 * @example
 * ```ts
 * const market = createMarket('uniswap-v3', pools);
 * findSwap([market], { tokenIn: weth, tokenOut: usdc, type: 'EXACT_INPUT', amount: 10n ** 18n })
 *   ?.amountOut;
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

/** Score of a trade, higher is better: the output less gas, or the input and gas as a loss. */
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
 * Finds paths without a pool in common, the best first. Each is the best for its share of an even
 * split.
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

/** Share of an amount that one path takes. */
interface Share {
  readonly path: Path;
  amount: bigint;
  trade: PathTrade | undefined;
  /** Trade of the share with one more slice; undefined where the path cannot take it. */
  next: PathTrade | undefined;
}

/**
 * Gives each slice of the amount to the path on which it is worth most; undefined where the paths
 * cannot take all of it.
 */
function split(paths: readonly Path[], search: SwapSearch): FoundSwap | undefined {
  const { type, amount } = search;
  const follow = type === 'EXACT_INPUT' ? exactInputAlong : exactOutputAlong;
  const score = (trade: PathTrade | undefined): bigint =>
    trade === undefined ? 0n : type === 'EXACT_INPUT' ? trade.amountOut : -trade.amountIn;
  const slice = amount / BigInt(slices);
  if (slice === 0n) return undefined;
  const shares = paths.map((path): Share => ({
    path,
    amount: 0n,
    trade: undefined,
    next: follow(path, slice),
  }));
  for (let index = 0; index < slices; index += 1) {
    // The last slice takes the rest of the division.
    const size = index === slices - 1 ? amount - slice * BigInt(slices - 1) : slice;
    if (size !== slice)
      for (const share of shares) share.next = follow(share.path, share.amount + size);
    const gain = (share: Share): bigint => score(share.next) - score(share.trade);
    const [winner] = shares
      .filter((share) => share.next !== undefined)
      .sort((a, b) => (gain(a) > gain(b) ? -1 : 1));
    if (winner === undefined) return undefined;
    winner.amount += size;
    winner.trade = winner.next;
    winner.next = follow(winner.path, winner.amount + slice);
  }
  return sum(shares.flatMap(({ trade }) => trade ?? []));
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
