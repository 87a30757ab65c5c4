import type { Step } from '../../schemas/steps.js';
import type { DepositStepsInput } from './depositStepsInput.js';

/** Account and currency of a direct deposit. */
export interface DirectPayment {
  /** Canonical address of the currency. */
  readonly currency: string;
  readonly payer: string;
}

/**
 * Deposits by a plain transfer to the depository that carries the id of its order: no approval, and
 * no call of the depository. No escrow holds what came so.
 */
export interface DirectDeposits {
  /** Whether the currency can be paid so; native currency cannot. */
  takes(currency: string): boolean;
  /**
   * Refuses a payer whose transfer would not be recognised.
   *
   * @throws PortageError `UNSUPPORTED_FEATURE`, `RPC_HTTP_ERROR`
   */
  confirm(payment: DirectPayment, signal: AbortSignal): Promise<void>;
  /** The one step that makes the transfer. No network call. */
  steps(input: DepositStepsInput): readonly Step[];
}
