import type { OriginSwap } from '../swap/originSwap.js';

/** Deposit that the steps of a quote make. */
export interface DepositStepsInput {
  readonly requestId: string;
  readonly orderId: string;
  readonly payer: string;
  readonly currency: string;
  readonly amount: bigint;
  /**
   * Account that pays the fees of the deposit in the payer's place; only where
   * {@link Deposits.takesFeePayer} says so.
   */
  readonly feePayer?: string | undefined;
  /** Whether the deposit names how much it may compute, where a chain leaves that to its users. */
  readonly computeUnitLimit?: boolean | undefined;
  /**
   * A swap that brings what is paid in; only where {@link Deposits.takesSwaps} says so. `currency`
   * and `amount` keep their meaning: what the order takes. Between the swap's minimum and `amount`
   * goes in, and what is above comes back.
   */
  readonly swap?: OriginSwap | undefined;
  /** Whether the payer's allowance suffices, so that no step asks for one. */
  readonly isApproved?: boolean | undefined;
  /** The order's address ({@link Deposits.addresses}): the only step is a plain transfer to it. */
  readonly depositAddress?: string | undefined;
}
