import type { Step } from '../../schemas/steps.js';
import type { SwapCall } from './swaps.js';

/**
 * A swap that the payer makes in the same transaction in which it pays. All of it happens, or
 * nothing.
 */
export interface OriginSwap {
  /** Currency that the payer gives, canonical. */
  readonly currency: string;
  /**
   * Most that the payer gives, in smallest units; what is left over comes back in the same
   * transaction.
   */
  readonly amount: bigint;
  /**
   * Calls of {@link Swaps.build} without a recipient in its terms: the output goes to the caller.
   */
  readonly calls: readonly SwapCall[];
  /** Units of gas that the calls are expected to burn: `gas` of the quote. */
  readonly gas: number;
  /** Paid out of what the payer gives, before the calls: app fees of a swap without a fill. */
  readonly fees?: readonly { readonly recipient: string; readonly amount: bigint }[] | undefined;
  /**
   * Least output, in smallest units of the currency that is paid in. Enforced on
   * the chain.
   */
  readonly minimum: bigint;
  /**
   * Most that is paid in, in the same units; what comes out beyond it goes to `refundTo`. Default:
   * the amount of the deposit.
   */
  readonly maximum?: bigint | undefined;
  /** Account that gets the rest, of the currency given and of the currency that came out. */
  readonly refundTo: string;
  /** Unix seconds after which nothing happens any more. */
  readonly deadline: number;
}

/** A swap within a chain that the payer makes alone: no order and no fill. */
export interface SwapStepsInput {
  readonly requestId: string;
  readonly payer: string;
  readonly swap: OriginSwap;
  /** Whether the payer's allowance suffices, so that no step asks for one. */
  readonly isApproved?: boolean | undefined;
  /** Currency that comes out, canonical. */
  readonly currency: string;
  /** Account that gets the output. */
  readonly recipient: string;
  /**
   * Most that the recipient gets, in smallest units; the rest goes to the swap's `refundTo`.
   * Default: all of it.
   */
  readonly maximum?: bigint | undefined;
  /**
   * Account that pays the fees in the payer's place; only where `takesFeePayer` of the deposits
   * says so.
   */
  readonly feePayer?: string | undefined;
  /** Whether instructions limit and price the computation. */
  readonly computeUnitLimit?: boolean | undefined;
}

/** Steps of a swap within a chain. */
export interface SwapSteps {
  /**
   * Id under which the chain reports the swap: {@link SwapEvent.swapId}. No other
   * swap has it.
   */
  readonly swapId: string;
  readonly steps: readonly Step[];
}
