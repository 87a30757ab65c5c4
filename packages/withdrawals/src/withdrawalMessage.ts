import type { WithdrawalTerms } from './withdrawalTerms.js';

/** Message that an owner signs, member by member as it was sent and answered. */
export interface WithdrawalMessage extends WithdrawalTerms {
  /** Slug of the chain that is paid on. */
  readonly chainId: string;
  /** Slug of the owner's chain. */
  readonly ownerChainId: string;
  /** 32 bytes, hexadecimal, as the first call answered. */
  readonly nonce: string;
  /** As the first call answered. */
  readonly additionalData?: Readonly<Record<string, unknown>> | undefined;
}
