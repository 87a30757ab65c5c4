import type { Observed } from '../observed.js';
import type { FillIntent } from './spend/intents.js';

/** A payment of an order, as far as its cost goes. */
export interface FillOperation extends Pick<
  FillIntent,
  'calls' | 'callsGas' | 'topup' | 'authorizations'
> {
  readonly type: 'fill';
  readonly currency: string;
  /** Account that is paid, where it is known: its code may burn gas. */
  readonly recipient?: string | undefined;
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
  /** A plain transfer of a payer to the recipient, with the id of its request. */
  | { readonly type: 'send'; readonly currency: string }
  /**
   * `currency` is what is paid in; `swapGas`, where a swap brings it, is the gas of its quote in
   * units. A swap that the payer makes alone is taken to cost the same, with what comes out as its
   * currency.
   */
  | { readonly type: 'deposit'; readonly currency: string; readonly swapGas?: number | undefined }
  | FillOperation
  | {
      readonly type: 'refund';
      readonly currency: string;
      /** Account that is paid, where it is known: its code may burn gas. */
      readonly recipient?: string | undefined;
    }
  /** A collection of so many releases. */
  | { readonly type: 'collection'; readonly currency: string; readonly releases: number }
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
   * Why nothing is signed on the chain now, in words without a stop: it costs more than the
   * operator's ceiling, or the chain takes no payments. What is due waits until that is over, or
   * until it is too late and goes back. Undefined where payments are made; absent on chains that
   * always take them.
   */
  pausedReason?(): string | undefined;
  /**
   * Whether an account is known to run code when it is paid in native currency, from memory; absent
   * on chains where payments run no code.
   */
  runsCode?(recipient: string): boolean;
}
