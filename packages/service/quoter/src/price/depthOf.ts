import type { SwapPart, SwapPool, Swaps } from '@portage/core/chain';
import type { SwapDepth } from './safeSlippageBps.js';

/** The part of an input that tells the price before it moves. */
const probePart = 64n;

/**
 * How deep the pools of one way of a swap are, as they are in memory; undefined where it is too
 * small to tell, or a pool is gone.
 */
export function depthOf(
  { source, amountIn, amountOut, hops }: SwapPart,
  swaps: Swaps | undefined,
): Omit<SwapDepth, 'attackCost'> | undefined {
  const pools = swaps?.sources.find(({ id }) => id === source)?.pools()?.value ?? [];
  const part = amountIn / probePart;
  const partOut = part === 0n ? undefined : follow(hops, part, pools);
  const back = hops
    .toReversed()
    .map(({ pool, tokenIn, tokenOut }) => ({ pool, tokenIn: tokenOut, tokenOut: tokenIn }));
  const partBack = partOut === undefined ? undefined : follow(back, partOut, pools);
  if (partOut === undefined || partBack === undefined) return undefined;
  return { amountIn, amountOut, part, partOut, partBack };
}

/** Output of an input through pools, one after the other. */
function follow(
  hops: SwapPart['hops'],
  amount: bigint,
  pools: readonly SwapPool[],
): bigint | undefined {
  let held: bigint | undefined = amount;
  for (const { pool, tokenIn } of hops) {
    if (held === undefined) return undefined;
    held = pools.find(({ id }) => id === pool)?.quoteExactInput(tokenIn, held)?.amount;
  }
  return held;
}
