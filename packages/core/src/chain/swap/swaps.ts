import type { Observed } from '../../observed.js';

/** Result of a trade with one pool. */
export interface SwapPoolTrade {
  /** Smallest units: what comes out of an exact input, what goes in for an exact output. */
  readonly amount: bigint;
  /** Units of gas that the pool is expected to burn. */
  readonly gas: number;
}

/**
 * One market between two currencies as of one block. It answers from memory, equal to the unit to
 * what the pool would do.
 */
export interface SwapPool {
  /** Canonical address of the pool. */
  readonly id: string;
  /** Canonical addresses, in the pool's own order. */
  readonly tokens: readonly [string, string];
  /** Output of an exact input; undefined where the pool cannot take all of it. */
  quoteExactInput(tokenIn: string, amountIn: bigint): SwapPoolTrade | undefined;
  /** Input of an exact output; undefined where the pool cannot give all of it. */
  quoteExactOutput(tokenOut: string, amountOut: bigint): SwapPoolTrade | undefined;
}

/**
 * Swap to quote. Currencies are canonical addresses of tokens: native currency is wrapped
 * before and unwrapped after.
 */
export interface SwapRequest {
  readonly tokenIn: string;
  readonly tokenOut: string;
  readonly type: 'EXACT_INPUT' | 'EXACT_OUTPUT';
  /** Amount that goes in, or that must come out, in smallest units. */
  readonly amount: bigint;
  /**
   * Worth of a unit of gas: of the output for an exact input, of the input for an exact
   * output. Default: nothing.
   */
  readonly costOfGas?: ((units: number) => bigint) | undefined;
  /** The most pools one after the other. Default 3. */
  readonly hopsMax?: number | undefined;
  /** The most ways side by side; 1 never splits. Default 4. */
  readonly partsMax?: number | undefined;
  /** Names of the sources to choose from. Default: all. */
  readonly included?: readonly string[] | undefined;
  /** Names of sources that must not be used. */
  readonly excluded?: readonly string[] | undefined;
  /**
   * Answers of venues that are asked over the network which may take part, where the solver swaps:
   * `estimate` for a quote, `payment` where their instructions are at hand. Default: none.
   */
  readonly venues?: 'estimate' | 'payment' | undefined;
}

/** One pool on the way of a swap. */
export interface SwapHop {
  readonly pool: string;
  readonly tokenIn: string;
  readonly tokenOut: string;
}

/** One way of a swap, through the pools of one source. */
export interface SwapPart {
  readonly source: string;
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  readonly hops: readonly SwapHop[];
}

/** The best swap that was found. The amounts of its parts add up to its own. */
export interface SwapQuote {
  readonly tokenIn: string;
  readonly tokenOut: string;
  readonly type: 'EXACT_INPUT' | 'EXACT_OUTPUT';
  readonly amountIn: bigint;
  /** Of an exact output, calls may bring some units more. */
  readonly amountOut: bigint;
  /** Units of gas that its calls are expected to burn. */
  readonly gas: number;
  readonly parts: readonly SwapPart[];
  /** An estimate of a venue, of which no calls can be built. Default false. */
  readonly isEstimate?: boolean | undefined;
}

/** Terms of a swap that the chain enforces. */
export interface SwapTerms {
  /** Account that gets the output; by default the caller. */
  readonly recipient?: string | undefined;
  /**
   * Amount in the worst case, for the whole quote: the least output of an exact input, the most
   * input of an exact output.
   */
  readonly limit: bigint;
  /** Unix seconds after which the calls revert. */
  readonly deadline: number;
  /**
   * The input is native currency: the calls wrap it, where `tokenIn` is {@link Swaps.wrapped}. What
   * is not needed comes back as it was.
   */
  readonly fromNative?: boolean | undefined;
  /**
   * The output is to be native currency: the calls unwrap it, where `tokenOut` is
   * {@link Swaps.wrapped}.
   */
  readonly toNative?: boolean | undefined;
}

/**
 * One call that carries a part of a swap out. While it runs, `to` must be allowed to take up to
 * `allowance` of `token` from the caller.
 */
export interface SwapCall {
  readonly to: string;
  readonly value: bigint;
  readonly data: string;
  readonly token: string;
  readonly allowance: bigint;
}

/**
 * One venue on a chain: the pools that it follows, quotes from memory, and calls that keep a quote.
 */
export interface SwapSource {
  /** Name that requests include and exclude, as in `uniswap-v3`. */
  readonly id: string;
  /**
   * The pools, as of the newest block that was read; undefined before the first. The same list as
   * long as nothing changed.
   */
  pools(): Observed<readonly SwapPool[]> | undefined;
  /**
   * The best swap through these pools alone, without a network call; undefined where none takes the
   * amount.
   */
  quote(request: SwapRequest): Observed<SwapQuote> | undefined;
  /** Calls that carry out a quote's parts of this source, in order. */
  build(quote: SwapQuote, terms: SwapTerms): readonly SwapCall[];
}

/** All sources of a chain together. A swap is split across them where that pays. */
export interface Swaps {
  readonly sources: readonly SwapSource[];
  /**
   * The token that native currency is wrapped into; absent where swaps cannot be from or to native
   * currency.
   */
  readonly wrapped?: string | undefined;
  /**
   * Part of what a swap brings that a payment of the solver leaves out, basis points, where the
   * payment names its amount: pools may move before it lands. What is left over is the solver's.
   * Absent where a payment gives all that its swap brings.
   */
  readonly payoutMarginBps?: bigint | undefined;
  /**
   * The best swap after gas, without a network call. It is as old as the oldest source that was
   * asked; one that has not been read yet does not take part. From {@link Swaps.wrapped} to itself
   * it has no parts: one only wraps or unwraps.
   *
   * @returns undefined where no way takes the amount
   */
  quote(request: SwapRequest): Observed<SwapQuote> | undefined;
  /**
   * Begins to ask the venues that answer over the network, for {@link SwapRequest.venues} of the
   * request. What they answer, or that they do not, is kept for a while. Open questions are limited
   * for each caller, named as it is counted, and in all; the service's own have no caller. Absent
   * where no venue is asked.
   *
   * @returns undefined where nothing is awaited; `full` where something would be, and too much is
   *   open already; else a promise that never rejects, and is over when all have answered or their
   *   time is
   */
  readonly ask?:
    ((request: SwapRequest, caller?: string) => Promise<void> | 'full' | undefined) | undefined;
  /** Calls that carry out a quote, in order; all of them or none must be made. */
  build(quote: SwapQuote, terms: SwapTerms): readonly SwapCall[];
}
