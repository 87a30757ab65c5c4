import type { ChainName } from './findChain.js';

/** Terms of a wallet's claim on its app fees. */
export interface ClaimTerms {
  /** Account that earned them. */
  readonly wallet: string;
  /** Chain on which they were earned, and are paid: its id or its slug. */
  readonly chainId: ChainName;
  /** Currency in which they were earned. */
  readonly currency: string;
  /** Account that is paid. */
  readonly recipient: string;
  /** Smallest units, decimal digits; all that can be claimed when left out. */
  readonly amount?: string | undefined;
}

/** Message that the wallet's owner signs, member by member as it was sent and answered. */
export interface ClaimMessage extends ClaimTerms {
  /** Id of the chain. */
  readonly chainId: number;
  /** 32 bytes, hexadecimal: a claim is paid once, whoever sends its signature. */
  readonly claimId: string;
  readonly amount: string;
  /** Unix seconds after which the signature is worth nothing. */
  readonly expiresAt: number;
}
