import type { ClaimMessage } from '@portage/withdrawals';

/** Claim that a wallet requests, as it was sent. */
export interface ClaimRequest {
  readonly wallet: string;
  readonly chainId: number;
  readonly currency: string;
  readonly recipient: string;
  /** Decimal digits, smallest units; all that can be claimed when left out. */
  readonly amount?: string | undefined;
}

/** Message that the wallet's owner signs, and its digest. */
export interface PreparedClaim {
  readonly message: ClaimMessage;
  /** The 32 bytes that stand for it: `0x` and hexadecimal. */
  readonly digest: string;
}

/** The owner's signature of a prepared claim. */
export interface SignedClaim {
  readonly claimId: string;
  readonly signature: string;
}
