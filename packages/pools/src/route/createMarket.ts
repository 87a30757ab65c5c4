import type { Pool } from '../pool.js';

/** A pool seen from one of its tokens. */
export interface Edge {
  readonly pool: Pool;
  /** Number of the token on the other side. */
  readonly to: number;
}

/**
 * The pools of one source, as of one block, laid out for searching. A path never leaves its market.
 */
export interface Market {
  /** Name of the source, as in `uniswap-v3`. */
  readonly source: string;
  readonly tokens: readonly string[];
  /** Number of a token; undefined for one that no pool trades. */
  indexOf(token: string): number | undefined;
  /** The pools that trade a token. */
  edges(token: number): readonly Edge[];
  /** Hops from each token to a given one; undefined where no way leads. */
  distances(token: number): readonly (number | undefined)[];
}

/**
 * Lays out pools for searching. It takes microseconds, so it is done again for each block.
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
