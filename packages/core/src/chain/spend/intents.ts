import type { Authorization } from '../../schemas/quoteRequest.js';
import type { SwapCall } from '../swap/swaps.js';
import type { OrderCall } from './orderCalls.js';

/** A swap out of the solver's inventory into what an order pays, made by the payment itself. */
export interface FillSwap {
  /** Currency that the solver gives. */
  readonly currency: string;
  /** All of it is spent; smallest units. */
  readonly amount: bigint;
  readonly calls: readonly SwapCall[];
  /** Units of gas that the calls are expected to burn. */
  readonly gas: number;
  /** Further tokens that the calls may leave over; what they leave goes back to the solver. */
  readonly touched: readonly string[];
  /** The least that must come out, as the order was signed; enforced on the chain. */
  readonly minimum: bigint;
  /** Most that the recipient gets; the rest is the solver's. By default the recipient gets all. */
  readonly maximum?: bigint | undefined;
}

/**
 * Pays what an order promises, from the solver's inventory. All of it happens in one transaction,
 * or nothing.
 */
export interface FillIntent {
  readonly type: 'fill';
  readonly orderId: string;
  readonly currency: string;
  readonly recipient: string;
  /** Amount that is paid; with a swap, the output that is expected. */
  readonly amount: bigint;
  /** Made with what is paid; what they leave over goes to the recipient. */
  readonly calls: readonly OrderCall[];
  /** Where the solver does not hold what the order pays. */
  readonly swap?: FillSwap | undefined;
  /** Native currency that the recipient gets beside. */
  readonly topup?: bigint | undefined;
  /**
   * Delegations of accounts that the transaction carries along (EIP-7702); it reverts unless they
   * hold.
   */
  readonly authorizations?: readonly Authorization[] | undefined;
  /**
   * The most gas that the calls may use, all of them together; what the chain allows a call unless
   * given.
   */
  readonly callsGas?: number | undefined;
  /**
   * Whether the payment opens an account that the recipient lacks. The payer of the order bore its
   * rent; a payment without this one fails where the account is missing.
   */
  readonly opensAccount?: boolean | undefined;
}

/** Pays a deposit, or part of it, back out of the depository. */
export interface RefundIntent {
  readonly type: 'refund';
  readonly orderId: string;
  /** The depositor under which the money was credited. */
  readonly depositor: string;
  readonly currency: string;
  readonly recipient: string;
  readonly amount: bigint;
  /** Distinguishes the refunds of one order; the same key always means the same payment. */
  readonly key: string;
}

/**
 * Makes a call without a payment by the solver: it brings in what another account signed for, or
 * sweeps what lies at an address. What comes of it is seen as an event; the call itself only costs
 * gas.
 */
export interface RelayIntent {
  readonly type: 'relay';
  readonly orderId: string;
  /** Distinguishes the calls of one order; the same key always means the same call. */
  readonly key: string;
  readonly to: string;
  /** Native currency that goes along, smallest units. */
  readonly value: bigint;
  readonly data: string;
  /** The most gas that the transaction may use, in units. */
  readonly gasLimit: number;
  /** Gas that it is expected to use, in units; the limit where left out. */
  readonly gas?: number | undefined;
  /** Delegations of accounts that the transaction carries along (EIP-7702). */
  readonly authorizations?: readonly Authorization[] | undefined;
  /**
   * The deposit for its order without which it is not worth its gas: a simulation that shows no
   * such deposit is one that reverts.
   */
  readonly deposits?: CallDeposit | undefined;
}

/** Deposit that a call must bring, as JSON. */
export interface CallDeposit {
  readonly currency: string;
  /** The least, in smallest units: decimal digits. */
  readonly minimum: string;
}

/** Money that the depository holds of one depositor under one order. */
export interface EscrowKey {
  /** Id under which the money came in. */
  readonly orderId: string;
  readonly depositor: string;
  readonly currency: string;
}

/** Part of a collection: an amount of one escrow. */
export interface CollectionRelease {
  readonly orderId: string;
  readonly depositor: string;
  readonly amount: bigint;
}

/**
 * Collects for the sender what ended orders have left in the depository: one currency, many orders.
 */
export interface CollectionIntent {
  readonly type: 'collection';
  /** Name of the collection; the same one always means the same releases. */
  readonly orderId: string;
  readonly currency: string;
  /** Sum of the releases, smallest units. */
  readonly amount: bigint;
  readonly releases: readonly CollectionRelease[];
  /** Unix seconds after which the depository refuses it. */
  readonly expiry: number;
}

/** Pays a recipient. */
export type PaymentIntent = FillIntent | RefundIntent;

/** Something that the solver pays for on a chain. */
export type TransactionIntent = PaymentIntent | RelayIntent | CollectionIntent;
