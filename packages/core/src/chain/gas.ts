import type { Observed } from '../observed.js';
import type { FillIntent } from './spend/intents.js';

/** A payment of an order, as far as its cost goes. */
export interface FillOperation extends Pick<
  FillIntent,
  'calls' | 'callsGas' | 'topup' | 'authorizations'
> {
  readonly type: 'fill';
  readonly currency: string;
  /** Units of gas of the swap that it makes; absent where it makes none. */
  readonly swapGas?: number | undefined;
}

/** Operations whose cost is known from memory. */
export type GasOperation =
  | { readonly type: 'approve'; readonly currency: string }
  /**
   * A plain transfer of a payer, and what moves it out of a deposit address into the depository.
   */
  | { readonly type: 'transfer' | 'sweep'; readonly currency: string }
  /**
   * `currency` is what is paid in; `swapGas`, where a swap brings it, is the gas of its quote in
   * units. A swap that the payer makes alone is taken to cost the same, with what comes out as its
   * currency.
   */
  | { readonly type: 'deposit'; readonly currency: string; readonly swapGas?: number | undefined }
  | FillOperation
  | { readonly type: 'refund'; readonly currency: string }
  /** A call of ours that may use so much gas, in units. */
  | { readonly type: 'relay'; readonly gasLimit: number };

/** Costs on a chain, from memory. */
export interface Gas {
  /**
   * Cost of an operation in the native currency's smallest unit; undefined before the first reading
   * of fees.
   */
  estimate(operation: GasOperation): Observed<bigint> | undefined;
  /**
   * Rent of the accounts that a payment has to open for its recipient, in the native currency's
   * smallest unit; absent on chains without rent. Known from memory where the recipient was paid or
   * asked about lately; otherwise one reading.
   *
   * @throws PortageError `RPC_HTTP_ERROR` when it is not known and cannot be read
   */
  rent?(payment: {
    readonly currency: string;
    readonly recipient: string;
  }): bigint | Promise<bigint>;
}
