/** A quote that a caller may act on, as it is stored before it is answered. */
export interface RequestToSave {
  /** 32 bytes, lower-case hex with `0x`. */
  readonly id: string;
  readonly orderId: string;
  readonly originChainId: number;
  readonly destinationChainId: number;
  readonly payer: string;
  readonly recipient: string;
  readonly referrer: string | undefined;
  readonly apiKeyId: string | undefined;
  /** JSON text; see `quoteTermsSchema` of core. */
  readonly terms: string;
  /** JSON text of `protocol.v2.orderData`. */
  readonly orderData: string;
  readonly orderSignature: string | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970; a deposit after this moment is refunded rather than filled. */
  readonly fillBy: number;
}

/** What the quoter needs of the store. */
export interface QuoteStore {
  /** Resolves when the request is durable. */
  saveRequest(request: RequestToSave): Promise<void>;
}
