import type { Pool, PoolTrade } from '../pool.js';
import type { Market } from './createMarket.js';
import type { Hop, PathTrade } from './path.js';

/** A trade to find paths for. */
export interface PathRequest {
  readonly tokenIn: string;
  readonly tokenOut: string;
  readonly type: 'EXACT_INPUT' | 'EXACT_OUTPUT';
  /** Exact input or exact output, in smallest units. */
  readonly amount: bigint;
  /** Most pools of a path. */
  readonly hopsMax: number;
  /** Pools that must not be used. */
  readonly without?: ReadonlySet<Pool>;
}

/** Best way found to one token: the last hop, and the label that it follows. */
interface Label {
  readonly token: number;
  readonly amount: bigint;
  readonly gas: number;
  readonly pool: Pool | undefined;
  readonly previous: Label | undefined;
}

/**
 * Direction of a search. Exact inputs are followed forwards, and more is better. Exact outputs are
 * followed backwards, and less is better.
 */
interface SearchDirection {
  readonly start: string;
  readonly goal: string;
  readonly trade: (pool: Pool, token: string, amount: bigint) => PoolTrade | undefined;
  readonly isBetter: (amount: bigint, than: bigint) => boolean;
}

/**
 * Finds the best path of each length, shortest first. The caller decides which of them is best
 * after gas.
 *
 * A larger input never has a smaller output. So of all ways to reach a token in a number of hops,
 * only the best can be part of a best path, and each pool is asked at most once for each hop and
 * direction. The result is exact for up to three hops. With more hops, the best path to a token
 * could exclude the path that is best in the end, because no path visits a token twice.
 *
 * @example
 * ```ts
 * const market = createMarket('uniswap-v2', pools);
 * const [direct] = findPaths(market, {
 *   tokenIn: weth,
 *   tokenOut: usdc,
 *   type: 'EXACT_INPUT',
 *   amount: 10n ** 18n,
 *   hopsMax: 3,
 * });
 * ```
 */
export function findPaths(market: Market, request: PathRequest): readonly PathTrade[] {
  const direction = request.type === 'EXACT_INPUT' ? forwards(request) : backwards(request);
  const [start, goal] = [market.indexOf(direction.start), market.indexOf(direction.goal)];
  if (start === undefined || goal === undefined || start === goal) return [];
  const distances = market.distances(goal);
  const found: PathTrade[] = [];
  let level: readonly Label[] = [
    { token: start, amount: request.amount, gas: 0, pool: undefined, previous: undefined },
  ];
  for (let hops = 1; hops <= request.hopsMax && level.length > 0; hops += 1) {
    const best = new Map<number, Label>();
    const left = request.hopsMax - hops;
    for (const label of level) {
      const token = market.tokens[label.token] ?? '';
      for (const { pool, to } of market.edges(label.token)) {
        if (
          (distances[to] ?? Infinity) > left ||
          request.without?.has(pool) === true ||
          visits(label, to)
        )
          continue;
        const trade = direction.trade(pool, token, label.amount);
        const known = best.get(to);
        if (
          trade === undefined ||
          (known !== undefined && !direction.isBetter(trade.amount, known.amount))
        )
          continue;
        best.set(to, {
          token: to,
          amount: trade.amount,
          gas: label.gas + trade.gas,
          pool,
          previous: label,
        });
      }
    }
    const end = best.get(goal);
    if (end !== undefined) found.push(tradeOf(market, request, end));
    best.delete(goal);
    level = [...best.values()];
  }
  return found;
}

function forwards({ tokenIn, tokenOut }: PathRequest): SearchDirection {
  return {
    start: tokenIn,
    goal: tokenOut,
    trade: (pool, token, amount) => pool.quoteExactInput(token, amount),
    isBetter: (amount, than) => amount > than,
  };
}

function backwards({ tokenIn, tokenOut }: PathRequest): SearchDirection {
  return {
    start: tokenOut,
    goal: tokenIn,
    trade: (pool, token, amount) => pool.quoteExactOutput(token, amount),
    isBetter: (amount, than) => amount < than,
  };
}

function visits(label: Label, token: number): boolean {
  for (let at: Label | undefined = label; at !== undefined; at = at.previous)
    if (at.token === token) return true;
  return false;
}

function tradeOf(market: Market, request: PathRequest, end: Label): PathTrade {
  const isForwards = request.type === 'EXACT_INPUT';
  const hops: Hop[] = [];
  for (let at = end; at.previous !== undefined && at.pool !== undefined; at = at.previous) {
    const [near, far] = [market.tokens[at.previous.token] ?? '', market.tokens[at.token] ?? ''];
    hops.push(
      isForwards
        ? { pool: at.pool, tokenIn: near, tokenOut: far }
        : { pool: at.pool, tokenIn: far, tokenOut: near },
    );
  }
  if (isForwards) hops.reverse();
  const amounts = isForwards
    ? { amountIn: request.amount, amountOut: end.amount }
    : { amountIn: end.amount, amountOut: request.amount };
  return { path: { source: market.source, hops }, ...amounts, gas: end.gas };
}
