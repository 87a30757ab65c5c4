import type { Step } from '../../schemas/steps.js';
import type { SwapCall } from './swaps.js';

/**
 * A swap that the payer makes in the same transaction in which it pays. All of it happens, or
 * nothing.
 */
export interface OriginSwap {
  /** What the payer gives; canonical. */
  readonly currency: string;
  /**
   * What the payer gives at the most, smallest units; what is left over comes back in the same
   * transaction.
   */
  readonly amount: bigint;
  /** What {@link Swaps.build} made for whoever makes the calls: no recipient in its terms. */
  readonly calls: readonly SwapCall[];
  /** Units of gas that the calls are expected to burn: `gas` of the quote. */
  readonly gas: number;
  /** Paid out of what the payer gives, before the calls: app fees of a swap that nobody fills. */
  readonly fees?: readonly { readonly recipient: string; readonly amount: bigint }[] | undefined;
  /**
   * What must come out at the least, smallest units of the currency that is paid in. Enforced on
   * the chain.
   */
  readonly minimum: bigint;
  /** Who gets what is left over: of the currency that was given, and of the one that came out. */
  readonly refundTo: string;
  /** Unix seconds after which nothing happens any more. */
  readonly deadline: number;
}

/** A swap within a chain that the payer makes alone: no order, and nobody fills it. */
export interface SwapStepsInput {
  readonly requestId: string;
  readonly payer: string;
  readonly swap: OriginSwap;
  /** What comes out; canonical. */
  readonly currency: string;
  /** Who gets it. */
  readonly recipient: string;
  /**
   * What the recipient gets at the most, smallest units; the rest goes to the swap's `refundTo`.
   * Default: all of it.
   */
  readonly maximum?: bigint | undefined;
}

/** Steps of a swap within a chain. */
export interface SwapSteps {
  /**
   * What the chain tells of the swap under, once it is made: {@link SwapEvent.swapId}. No other
   * swap has it.
   */
  readonly swapId: string;
  readonly steps: readonly Step[];
}
