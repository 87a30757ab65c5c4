import type { Authorization } from '../../schemas/quoteRequest.js';
import type { CallDeposit } from '../spend/intents.js';

/** Deposit that the payer's own account makes and the solver sends. */
export interface GaslessPayment {
  /** Currency that is paid. */
  readonly currency: string;
  /** Units of gas of the swap that brings what is paid in; absent without one. */
  readonly swapGas?: number | undefined;
  /** Units that the account's own code takes beside the steps of the quote. */
  readonly overhead: number;
}

/** A call of a payer's own account, as it is posted. */
export interface GaslessDeposit {
  /** The account that the quote was asked for with. */
  readonly payer: string;
  readonly to: string;
  readonly data: string;
  /** The payer's own delegation, where it is not delegated yet (EIP-7702). */
  readonly authorizations: readonly Authorization[];
}

/** Terms under which calls may be submitted, as JSON, stored with the request. */
export interface GaslessTerms {
  readonly payer: string;
  /** The most gas that the call may use, in units. */
  readonly gasLimit: number;
  /** Gas that it is expected to use, in units. Default: the limit. */
  readonly gas?: number | undefined;
  /** Gas of the account beside the steps, as the quote named it. Absent in older orders. */
  readonly overhead?: number | undefined;
  /** Unix seconds after which the call is no longer made. */
  readonly expiresAt: number;
  /** The deposit that must come of the call. */
  readonly deposits?: CallDeposit | undefined;
}

/**
 * Deposits that a payer's own account makes when the solver calls it. The solver's account is the
 * sender of the call, and it holds the inventory: what it calls must be the payer's account and can
 * never be a contract.
 */
export interface GaslessDeposits {
  /** The most that may be asked for as overhead, in units. */
  readonly overheadMax: number;
  /**
   * Refuses payers who can never be called: an account without a key behind it, or one of the
   * service. One reading of the chain.
   *
   * @throws PortageError `UNSUPPORTED_FEATURE`; `RPC_HTTP_ERROR` when the chain cannot be read
   */
  checkPayer(payer: string, signal?: AbortSignal): Promise<void>;
  /** Units of gas that a deposit is expected to use. */
  gas(payment: GaslessPayment): number;
  /** Units of gas that it may use. */
  gasLimit(payment: GaslessPayment): number;
  /**
   * Refuses everything but a call of the payer's own delegated account. One reading of the chain.
   *
   * @throws PortageError `INVALID_REQUEST`, `INVALID_AUTHORIZATION`; `RPC_HTTP_ERROR` when the
   *   chain cannot be read
   */
  confirm(call: GaslessDeposit, signal?: AbortSignal): Promise<void>;
}
