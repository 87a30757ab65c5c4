import type { OwnSigner } from '../ownSigner.js';
import type { Accounts } from '../observe/decodeTransfer.js';
import type { Nonces } from './createNonces.js';

/** Key of an account of ours, and its next nonce. */
export interface Lane {
  readonly signer: OwnSigner;
  readonly nonces: Nonces;
}

/** Both keys: fills are signed with the solver's, refunds and collections with the depository's. */
export interface Lanes {
  readonly accounts: Accounts;
  readonly solver: Lane;
  readonly depository: Lane;
}

/** The key of an account. */
export function laneOf({ accounts, solver, depository }: Lanes, accountIndex: number): Lane {
  return accountIndex === accounts.depository ? depository : solver;
}
