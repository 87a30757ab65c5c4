import type { Step } from '../../schemas/steps.js';
import type { DepositStepsInput } from './depositStepsInput.js';

/** By which standard a currency is taken with a signature alone. */
export type PermitKind = 'eip3009' | 'permit2' | 'eip2612';

/** Terms that a signature is bound to, as JSON, stored with the request. */
export interface PermitTerms {
  readonly kind: PermitKind;
  readonly payer: string;
  /** Currency that the payer gives. */
  readonly currency: string;
  /** Smallest units. */
  readonly amount: string;
  /** Unix seconds after which the signature is worth nothing. */
  readonly expiresAt: number;
  /** Plan for the money in the chain's own encoding; the signature binds it. */
  readonly plan: string;
  /** The most gas that taking the money may use, in units. */
  readonly gasLimit: number;
  /** Gas that it is expected to use, in units. Default: the limit. */
  readonly gas?: number | undefined;
  /** Nonce of the payer's next permit at the token, in decimal digits; `eip2612` only. */
  readonly nonce?: string | undefined;
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
  /**
   * The payer's own key has signed. Otherwise only the chain can tell: the payer may be a contract.
   */
  readonly isProven: boolean;
}

/**
 * One of several signatures that an offer asks for, and the payer's own: it is worth nothing until
 * the others are there.
 */
export interface PermitPart {
  /** Names it among those of the offer. */
  readonly part: string;
  /** The signature in the form that was judged, which is the one to keep. */
  readonly signature: string;
}

/** Deposit that an offer is made for. */
export interface PermitInput extends DepositStepsInput {
  /** Unix seconds. */
  readonly expiresAt: number;
  /** As {@link Permits.readNonce} has answered. */
  readonly nonce?: bigint | undefined;
}

/**
 * Deposits that a payer signs for and the solver makes. The signature binds the order, the amount
 * and the time.
 */
export interface Permits {
  /**
   * Units of gas that such a deposit uses; undefined where the currency cannot be taken with a
   * signature.
   */
  gas(payment: {
    readonly currency: string;
    readonly swapGas?: number | undefined;
  }): number | undefined;
  /** Currencies that the payer must approve once before, with a transaction of its own. */
  needsApproval(currency: string): boolean;
  /**
   * Asks the chain for what the payer's next permit is counted with; undefined for currencies that
   * do not count.
   */
  readNonce?(
    payment: { readonly currency: string; readonly payer: string },
    signal: AbortSignal,
  ): Promise<bigint> | undefined;
  /** Asks for the signature, or for several, in any order. No network call. */
  offer(input: PermitInput): PermitOffer;
  /**
   * @param others - those that were posted before, of an offer that asks for several
   * @returns the call, or which part it is while another one is missing
   * @throws PortageError `INVALID_SIGNATURE` where the payer cannot have signed this
   */
  redeem(
    terms: PermitTerms,
    signature: string,
    others?: readonly string[],
  ): PermitCall | PermitPart;
}
