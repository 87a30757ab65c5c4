import type { Step } from '../../schemas/steps.js';

/** A transfer of a payer to an account of the same chain. */
export interface SendPayment {
  /** Canonical address of the currency. */
  readonly currency: string;
  readonly payer: string;
  readonly recipient: string;
}

/** A plain transfer that is to be made. */
export interface SendInput extends SendPayment {
  readonly requestId: string;
  /** Smallest units. */
  readonly amount: bigint;
  /** Account that pays the fees of the transaction; by default the payer. */
  readonly feePayer?: string | undefined;
  /** Whether instructions limit and price the computation. */
  readonly computeUnitLimit?: boolean | undefined;
}

/** Steps of a plain transfer. */
export interface SendSteps {
  /**
   * Id under which the chain reports the transfer: {@link SwapEvent.swapId}. It stands for the
   * request, the currency, the recipient and the amount.
   */
  readonly sendId: string;
  readonly steps: readonly Step[];
}

/**
 * Plain transfers within a chain: the payer pays the recipient, and no contract of the service
 * takes part. The transaction carries the id of its request.
 */
export interface Sends {
  /**
   * Refuses accounts between which a transfer could not be made or recognised.
   *
   * @throws PortageError `UNSUPPORTED_ROUTE`, `INVALID_RECIPIENT`, `RPC_HTTP_ERROR`
   */
  confirm(payment: SendPayment, signal: AbortSignal): Promise<void>;
  /** The one step that makes the transfer. No network call. */
  steps(input: SendInput): SendSteps;
}
