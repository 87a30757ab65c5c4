import type { OwnSigner } from '../ownSigner.js';
import type { Accounts } from '../observe/decodeTransfer.js';
import type { Nonces } from './createNonces.js';

/** Key of an account of ours, and its next nonce. */
export interface NonceKey {
  readonly signer: OwnSigner;
  readonly nonces: Nonces;
}

/** Both keys: fills are signed with the solver's, refunds and collections with the depository's. */
export interface NonceKeys {
  readonly accounts: Accounts;
  readonly solver: NonceKey;
  readonly depository: NonceKey;
}

/** The key of an account. */
export function nonceKeyOf(
  { accounts, solver, depository }: NonceKeys,
  accountIndex: number,
): NonceKey {
  return accountIndex === accounts.depository ? depository : solver;
}
