import type { Pool } from '../pool.js';

/** Edge of the graph of tokens: a pool, from one of its tokens to the other. */
export interface Edge {
  readonly pool: Pool;
  /** Index of the other token. */
  readonly to: number;
}

/**
 * Pools of one source as of one block, as a graph of tokens. A path never leaves its market.
 */
export interface Market {
  /** Name of the source, as in `uniswap-v3`. */
  readonly source: string;
  readonly tokens: readonly string[];
  /** Index of a token; undefined for one that no pool trades. */
  indexOf(token: string): number | undefined;
  /** Edges of the pools that trade a token. */
  edges(token: number): readonly Edge[];
  /** Hops from each token to this one; undefined where there is no path. */
  distances(token: number): readonly (number | undefined)[];
}

/**
 * Makes a market of pools. It takes microseconds, so it is made anew for each block.
 *
 * @example
 * ```ts
 * const market = createMarket('uniswap-v2', pools);
 * ```
 */
export function createMarket(source: string, pools: readonly Pool[]): Market {
  const tokens = [...new Set(pools.flatMap((pool) => pool.tokens))];
  const numbers = new Map(tokens.map((token, index) => [token, index]));
  const edges: readonly Edge[][] = tokens.map(() => []);
  for (const pool of pools) {
    const [a = 0, b = 0] = pool.tokens.map((token) => numbers.get(token));
    edges[a]?.push({ pool, to: b });
    edges[b]?.push({ pool, to: a });
  }
  const known = new Map<number, readonly (number | undefined)[]>();
  return {
    source,
    tokens,
    indexOf: (token) => numbers.get(token),
    edges: (token) => edges[token] ?? [],
    distances: (token) => {
      const distances = known.get(token) ?? measure(token, edges);
      known.set(token, distances);
      return distances;
    },
  };
}

function measure(
  goal: number,
  edges: readonly (readonly Edge[])[],
): readonly (number | undefined)[] {
  const distances: (number | undefined)[] = edges.map(() => undefined);
  distances[goal] = 0;
  let frontier = [goal];
  for (let hops = 1; frontier.length > 0; hops += 1) {
    const next: number[] = [];
    for (const { to } of frontier.flatMap((token) => edges[token] ?? [])) {
      if (distances[to] !== undefined) continue;
      distances[to] = hops;
      next.push(to);
    }
    frontier = next;
  }
  return distances;
}
