import type { CollectionRelease } from '../chain/spend/intents.js';

/**
 * Payment out of a depository that an allocator is asked to authorize: all that its signature is
 * about. The nonce is not among it: the signer makes it of purpose, chain, depository, order and
 * key, so that one payment has one nonce however often it is signed.
 */
export interface ReleaseIntent {
  readonly purpose: 'refund' | 'collection';
  readonly chainId: number;
  readonly depository: string;
  readonly currency: string;
  readonly recipient: string;
  /** Sum of the releases, smallest units. */
  readonly amount: bigint;
  /** Order that is paid back, or the name of the collection. */
  readonly orderId: string;
  /** Distinguishes the refunds of one order; empty for a collection. */
  readonly key: string;
  readonly releases: readonly CollectionRelease[];
  /** Unix seconds after which the depository refuses it. */
  readonly expiry: number;
}

/**
 * Signer that depositories obey. It receives what is to be paid and makes the bytes that it signs
 * itself: there is no way to have it sign bytes that another party made.
 */
export interface Allocator {
  /** Account that the depository must obey. */
  readonly address: string;
  /** Whether it can sign: of an account that is only watched there is the address alone. */
  readonly canSign: boolean;
  /**
   * Signature over the release, as the family's depository takes it.
   *
   * @throws PortageError `RELEASE_REFUSED` for what the signer's own rules forbid
   */
  sign(intent: ReleaseIntent): Promise<Uint8Array>;
  /**
   * Amount of a currency that the signer's own caps leave now; undefined where nothing is capped.
   *
   * @throws PortageError `SERVICE_UNAVAILABLE`
   */
  available?(currency: string, signal?: AbortSignal): Promise<bigint | undefined>;
}
