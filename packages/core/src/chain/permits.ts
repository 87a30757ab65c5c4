import type { Step } from '../schemas/steps.js';
import type { DepositStepsInput } from './vm.js';

/** By which standard a currency is taken with a signature alone. */
export type PermitKind = 'eip3009' | 'permit2';

/** What a signature is good for, as it is kept with the request: JSON. */
export interface PermitTerms {
  readonly kind: PermitKind;
  readonly payer: string;
  /** What the payer gives. */
  readonly currency: string;
  /** Smallest units. */
  readonly amount: string;
  /** Unix seconds after which the signature is worth nothing. */
  readonly expiresAt: number;
  /** What must come of the money, in the chain's own encoding; the signature binds it. */
  readonly plan: string;
  /** The most gas that taking the money may use, in units. */
  readonly gasLimit: number;
}

/** Steps that ask for a signature instead of a deposit, and what is kept of them. */
export interface PermitOffer {
  readonly steps: readonly Step[];
  readonly terms: PermitTerms;
}

/** The call that takes what was signed for. */
export interface PermitCall {
  readonly to: string;
  readonly data: string;
  /** The payer's own key has signed. Otherwise only the chain can tell: the payer may be a contract. */
  readonly isProven: boolean;
}

/** Deposits that a payer signs for and the solver makes. The signature binds the order, the amount and the time. */
export interface Permits {
  /** Units of gas that such a deposit uses; undefined where the currency cannot be taken with a signature. */
  gas(payment: { readonly currency: string; readonly swapGas?: number | undefined }): number | undefined;
  /** Currencies that the payer must approve once before, with a transaction of its own. */
  needsApproval(currency: string): boolean;
  /** Asks for the signature. No network call. */
  offer(input: DepositStepsInput & { readonly expiresAt: number }): PermitOffer;
  /** @throws PortageError `INVALID_SIGNATURE` where nobody can have signed this */
  redeem(terms: PermitTerms, signature: string): PermitCall;
}
