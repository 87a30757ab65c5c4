import { findSwap, type Market, type PathTrade } from '@portage/pools';
import type { SwapPart, SwapQuote, SwapRequest } from '@portage/core/chain';

/**
 * The best swap through some markets, as chains tell it; undefined where no way takes the amount.
 *
 * @example
 * ```ts
 * import { quoteMarkets } from '@portage/chain-kit/swap';
 *
 * quoteMarkets([market], { tokenIn, tokenOut, type: 'EXACT_INPUT', amount: 1_000_000n })?.parts;
 * ```
 */
export function quoteMarkets(
  markets: readonly Market[],
  request: SwapRequest,
): SwapQuote | undefined {
  const { tokenIn, tokenOut, type } = request;
  const found = findSwap(markets, request);
  if (found === undefined) return undefined;
  const { amountIn, amountOut, gas, parts } = found;
  return { tokenIn, tokenOut, type, amountIn, amountOut, gas, parts: parts.map(partOf) };
}

function partOf({ path, amountIn, amountOut }: PathTrade): SwapPart {
  return {
    source: path.source,
    amountIn,
    amountOut,
    hops: path.hops.map(({ pool, tokenIn, tokenOut }) => ({ pool: pool.id, tokenIn, tokenOut })),
  };
}
