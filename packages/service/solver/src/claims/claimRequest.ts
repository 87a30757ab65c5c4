import type { ClaimMessage } from '@portage/withdrawals';

/** What a wallet asks for, as it was sent. */
export interface ClaimRequest {
  readonly wallet: string;
  readonly chainId: number;
  readonly currency: string;
  readonly recipient: string;
  /** Decimal digits, smallest units; all that can be claimed when left out. */
  readonly amount?: string | undefined;
}

/** What the wallet's owner signs. */
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
