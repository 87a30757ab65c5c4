/**
 * A signature that lets money out of the depository, inside a transaction of ours. Anybody who sees
 * it may carry it out until its expiry, whatever becomes of the transaction.
 */
export interface PaymentAuthorization {
  /** Number that the chain lets be used once, as text. The same payment always has the same one. */
  readonly nonce: string;
  /** Unix seconds by the chain's clock, after which the chain refuses it. */
  readonly expiry: number;
}

/**
 * Fate of an authorization at a final block. `used`: it was carried out, by any account. `expired`:
 * it was not, and never can be. `open`: neither is proven.
 */
export type AuthorizationFate = 'used' | 'expired' | 'open';
