import type { NewDepositAddress } from '../addresses/depositAddress.js';
import type { KeptCurrency } from './currencies.js';

/** A quote that a caller may act on, as it is stored before it is answered. */
export interface NewRequest {
  /** 32 bytes, lower-case hex with `0x`. */
  readonly id: string;
  /**
   * Hash of the order, lower-case hex with `0x`; or, of a swap that the payer makes alone, what its
   * chain tells of it under.
   */
  readonly orderId: string;
  readonly originChainId: number;
  readonly destinationChainId: number;
  /** Account that pays on the origin chain, in its canonical form. */
  readonly payer: string;
  readonly recipient: string;
  /** Name of the app that asked. */
  readonly referrer?: string | undefined;
  /** Account of the app that asked, lower-case hex with `0x`. */
  readonly referrerAddress?: string | undefined;
  readonly apiKeyId?: string | undefined;
  /** JSON text of the quote's figures, as the quoter encodes them. */
  readonly quote: string;
  /** The currencies that `quote` names; left out where it names none. */
  readonly currencies?: readonly KeptCurrency[] | undefined;
  /** JSON text of `protocol.v2.orderData`; left out where there is no order to fill. */
  readonly orderData?: string | undefined;
  readonly orderSignature?: string | undefined;
  /**
   * JSON text of the `ExecutionTerms` that a fill books; left out for a quote without app fees and
   * sponsor.
   */
  readonly executionTerms?: string | undefined;
  /** Address at which a plain transfer pays it; left out where it is paid by a deposit. */
  readonly depositAddress?: NewDepositAddress | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970; a deposit after this moment is refunded rather than filled. */
  readonly fillBy: number;
}
