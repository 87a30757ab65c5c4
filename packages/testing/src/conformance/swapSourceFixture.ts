import type { Codec, SwapCall, SwapRequest, SwapSource } from '@portage/core/chain';

/** Terms that a call of a swap binds the contract to, as its data state them. */
export interface SwapCallTerms {
  /** Most of the input that it takes, in smallest units. */
  readonly amountIn: bigint;
  /** Least of the output that it gives, in smallest units. */
  readonly amountOut: bigint;
  /** Unix seconds after which it reverts; absent where the transaction around it says so. */
  readonly deadline?: number | undefined;
  /** Account that gets the output; undefined for the caller. */
  readonly recipient?: string | undefined;
}

/** A swap source over a venue that the suite's author controls, for `testSwapSource`. */
export interface SwapSourceFixture {
  readonly source: SwapSource;
  /** Codec of the chain that the source trades on. */
  readonly codec: Pick<Codec, 'normalizeAddress'>;
  /** Swaps that the source can carry out: of each type that it takes, and one that it splits. */
  readonly requests: readonly SwapRequest[];
  /** An account that may be paid, in its canonical form. */
  readonly recipient: string;
  /** Time at which the venue was last read, in milliseconds since 1970, by the venue's own log. */
  readonly readAt: () => number;
  /** Makes the source read its venue again, at a later time. */
  readonly refresh: () => Promise<void>;
  /** Reads a call back from its data. */
  readonly readCall: (call: SwapCall) => SwapCallTerms;
  /**
   * Whether the transaction around a call binds deadline and recipient, and the payer's signature
   * stands for the allowance: then calls say amounts alone. Default false.
   */
  readonly isBoundByTransaction?: boolean | undefined;
  readonly close: () => Promise<void>;
}
