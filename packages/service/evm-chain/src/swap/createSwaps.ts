import { joinSources } from '@portage/chain-kit/swap';
import { assert, PortageError } from '@portage/core';
import type {
  SwapCall,
  SwapQuote,
  SwapRequest,
  SwapSource,
  Swaps,
  SwapTerms,
} from '@portage/core/chain';
import { uintWord } from '@portage/evm/abi';
import { poolSelectors } from '@portage/evm/abi';

/** Wrapped native currency of a chain, and a clock. */
export interface WrapOptions {
  /** The token that it is wrapped into; undefined where the chain names none. */
  readonly wrapped?: string | undefined;
  readonly clock: () => number;
}

/** Units of gas of wrapping or unwrapping, with a new holder. */
const wrapUnits = 50_000;

/**
 * Joins sources: a swap is split across them where that pays. Plugins' sources take part like our
 * own.
 */
export function createSwaps(
  sources: readonly SwapSource[],
  { wrapped, clock }: WrapOptions,
): Swaps {
  const quoteAll = joinSources(sources);
  return {
    sources,
    ...(wrapped === undefined ? {} : { wrapped }),
    quote: (request) => {
      if (request.tokenIn === request.tokenOut)
        return request.tokenIn === wrapped
          ? { value: wrapQuote(request), observedAt: clock() }
          : undefined;
      return quoteAll(request);
    },
    build: (quote, terms) => {
      if (wrapped === undefined && (terms.fromNative === true || terms.toNative === true))
        throw new PortageError('SWAP_QUOTE_FAILED', {
          message: 'This chain does not say what its native currency is wrapped into.',
        });
      return quote.tokenIn === quote.tokenOut
        ? wrapCalls(quote, terms)
        : sources.flatMap((source) => source.build(quote, terms));
    },
  };
}

/** One unit is one unit. */
function wrapQuote({ tokenIn, tokenOut, type, amount }: SwapRequest): SwapQuote {
  return {
    tokenIn,
    tokenOut,
    type,
    amountIn: amount,
    amountOut: amount,
    gas: wrapUnits,
    parts: [],
  };
}

function wrapCalls(
  { tokenIn, amountIn }: SwapQuote,
  { fromNative, toNative, recipient }: SwapTerms,
): readonly SwapCall[] {
  // The wrapped amount belongs to the caller, so it cannot go to another account.
  assert(
    recipient === undefined && fromNative !== toNative,
    'wrapping is for the caller, and goes one way',
  );
  if (fromNative === true)
    return [
      { to: tokenIn, value: amountIn, data: poolSelectors.deposit, token: tokenIn, allowance: 0n },
    ];
  return [
    {
      to: tokenIn,
      value: 0n,
      data: `${poolSelectors.withdraw}${uintWord(amountIn)}`,
      token: tokenIn,
      allowance: 0n,
    },
  ];
}
