import type { Authorization } from '../../schemas/quoteRequest.js';

/** One destination call of an order. */
export interface OrderCall {
  readonly to: string;
  readonly value: bigint;
  readonly data: string;
}

/** Calls and delegations that a payment makes beside paying. */
export interface CallRequest {
  readonly calls: readonly OrderCall[];
  /** Delegations that go with the payment (EIP-7702). */
  readonly authorizations: readonly Authorization[];
  /** Payment that they go with, where it is known: it takes room, too. */
  readonly payment?: { readonly currency: string; readonly recipient: string } | undefined;
}

/**
 * Checks and costs of the calls of an order. Absent on chains whose payments do nothing beside
 * paying: no calls, no delegations, no top-up.
 */
export interface OrderCalls {
  /** The most gas that calls may use that name no limit of their own, all of them together. */
  gasLimit(calls: readonly OrderCall[]): number;
  /** The most gas that the calls of one payment may ask for. */
  readonly gasLimitMax: number;
  /** Whether payments make calls only: they carry no delegation and no top-up. */
  readonly callsOnly?: boolean | undefined;
  /**
   * Refuses targets that no payment may call, and authorizations that can never take effect,
   * without asking the chain.
   *
   * @throws PortageError `INVALID_EXTRA_TXS`, `INVALID_AUTHORIZATION`; `SOLANA_TX_TOO_LARGE` for
   *   calls that have no room beside the payment
   */
  check(request: CallRequest): void;
  /**
   * Refuses calls with data to accounts that have neither code nor a delegation here, and
   * authorizations that are not the next of their accounts. One reading of the chain.
   *
   * @throws PortageError `INVALID_EXTRA_TXS`, `INVALID_AUTHORIZATION`; `RPC_HTTP_ERROR` when it
   *   cannot be read
   */
  confirm(request: CallRequest, signal?: AbortSignal): Promise<void>;
}
