import type { ChainName } from './findChain.js';

/** Terms of an owner's withdrawal. */
export interface WithdrawalTerms {
  /** Chain that is paid on: its id or its slug, as `GET /chains` tells them. */
  readonly chainId: ChainName;
  readonly currency: string;
  /** Decimal digits, smallest units: what leaves the owner's balance. */
  readonly amount: string;
  /** The owner's chain: its id or its slug. */
  readonly ownerChainId: ChainName;
  /** The depositor, or the recovery address of a deposit address. */
  readonly owner: string;
  /** Account that is paid. */
  readonly recipient: string;
}
