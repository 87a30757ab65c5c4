/** A payment of ours that a chain marks, so that it is made once. */
export interface MarkedPayment {
  /** Order that was paid. */
  readonly orderId: string;
  /** Number that a release out of the depository has used; undefined for a payment of our own. */
  readonly nonce?: string | undefined;
}

/**
 * State of a payment's marker at a final block. `held`: the payment could still be made without it,
 * or no quorum tells. `closable`: it never can be made again, and the rent is ours. `gone`: there
 * is none. `foreign`: another account bears its rent.
 */
export type PaymentMarkerState = 'held' | 'closable' | 'gone' | 'foreign';

/** Call that closes markers: the rent that comes back is more than its fee. */
export interface PaymentMarkerCall {
  readonly to: string;
  readonly data: string;
  /** The most gas that the transaction may use, in units. */
  readonly gasLimit: number;
  /** Rent that comes back, native currency: it is not made for more. Undefined while not known. */
  readonly worth?: bigint | undefined;
}

/** Markers of payments, whose rent comes back once they can never be made again. */
export interface PaymentMarkers {
  /** Seconds from the signing of a payment before which its marker is always held. */
  readonly heldSeconds: number;
  /** Markers that one call closes, at most. */
  readonly closedMax: number;
  /** States of markers, one answer each, at a block that is final by the word of a quorum. */
  read(
    payments: readonly MarkedPayment[],
    signal?: AbortSignal,
  ): Promise<readonly PaymentMarkerState[]>;
  /**
   * The call that closes markers of the sender. The chain itself refuses to close one that is held.
   */
  close(payments: readonly MarkedPayment[]): PaymentMarkerCall;
}
