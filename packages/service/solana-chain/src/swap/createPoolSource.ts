import { partAmounts, quoteMarkets } from '@portage/chain-kit/swap';
import { createMarket, createProductPool, type Market } from '@portage/pools';
import type { Observed } from '@portage/core';
import type {
  SwapCall,
  SwapPart,
  SwapPool,
  SwapQuote,
  SwapSource,
  SwapTerms,
} from '@portage/core/chain';
import type { PoolMemory, PoolState } from './createPoolMemory.js';
import { encodeSwap } from './swapCall.js';

/** Venue and pools of one swap source. */
export interface PoolSourceOptions {
  readonly id: string;
  /** Program that carries its paths out. */
  readonly program: string;
  /** Addresses of its pools. */
  readonly pools: readonly string[];
  readonly memory: Pick<PoolMemory, 'latest'>;
}

/**
 * Compute units of one pool, its two transfers included: above what
 * `packages/solana/test/program/testPool.node.test.ts` measures.
 */
const poolUnits = 15_000;

/** Highest balance of a token account: 64 bits. */
const reserveMax = (1n << 64n) - 1n;

/** A source over pools of the test program, which quotes from memory. */
export function createPoolSource({ id, program, pools, memory }: PoolSourceOptions): SwapSource {
  let known:
    | {
        readonly states: ReadonlyMap<string, PoolState>;
        readonly pools: readonly SwapPool[];
        readonly market: Market;
      }
    | undefined;
  const current = (): Observed<NonNullable<typeof known>> | undefined => {
    const latest = memory.latest();
    if (latest === undefined) return undefined;
    const { value: states, observedAt } = latest;
    if (known?.states !== states) {
      const open = pools.flatMap((address) => states.get(address) ?? []).map(poolOf);
      known = { states, pools: open, market: createMarket(id, open) };
    }
    return { value: known, observedAt };
  };
  return {
    id,
    pools: () => {
      const now = current();
      return now && { value: now.value.pools, observedAt: now.observedAt };
    },
    quote: (request) => {
      const now = current();
      const found = now && quoteMarkets([now.value.market], request);
      return now && found && { value: found, observedAt: now.observedAt };
    },
    build: (quote, terms) =>
      quote.parts
        .filter(({ source }) => source === id)
        .map((part) => buildPart(quote, part, { program, terms })),
  };
}

function poolOf({ address, mints, reserves, feeBps }: PoolState): SwapPool {
  return createProductPool({
    id: address,
    tokens: mints,
    reserves,
    reserveMax,
    feeBps: Number(feeBps),
    gas: poolUnits,
  });
}

function buildPart(
  quote: SwapQuote,
  part: SwapPart,
  { program, terms }: { readonly program: string; readonly terms: SwapTerms },
): SwapCall {
  const { type, tokenIn } = quote;
  const data = encodeSwap({
    ...partAmounts(quote, part, terms),
    type,
    pools: part.hops.map(({ pool }) => pool),
  });
  return { to: program, value: 0n, data, token: tokenIn, allowance: 0n };
}
