import type { FailReason } from '@portage/core';

/** Terms of a wallet's claim on its earnings: where they were earned, as they were earned. */
export interface ClaimTerms {
  /** Account that earned them, in the canonical form of the solver's chain. */
  readonly wallet: string;
  readonly chainId: number;
  readonly currency: string;
  /** Smallest units. */
  readonly amount: bigint;
  /** In the canonical form of the chain. */
  readonly recipient: string;
}

/**
 * State of a claim. `prepared`: its wallet's owner has not signed it. `open`: it is taken out of
 * the wallet's balance, and to be paid. `paid`: it has its payment, which is final. `returned`: it
 * was not paid, and is the wallet's again.
 */
export type ClaimState = 'prepared' | 'open' | 'paid' | 'returned';

/** A claim, as far as it has come. */
export interface StoredClaim extends ClaimTerms {
  readonly id: string;
  /** The 32 bytes that the wallet's owner signs: `0x` and hexadecimal. */
  readonly digest: string;
  readonly state: ClaimState;
  /** Why it was not paid. */
  readonly reason: FailReason | undefined;
  /** Transaction that pays it, once it is signed; of one that is paid the one that landed. */
  readonly txId: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** When its signature was taken in; undefined before. */
  readonly createdAt: number | undefined;
  readonly updatedAt: number;
}
