import type { PortageError } from '../errors/portageError.js';

/** A payment, as far as it matters to its recipient. */
export interface RecipientPayment {
  readonly currency: string;
  readonly recipient: string;
}

/** State of the accounts that a payment reaches. */
export interface RecipientState {
  /** Set where the money could never be moved again; it says why. */
  readonly refusal?: PortageError | undefined;
  /**
   * Set where the account seems to have no signer, and only its owner can know better; it says why.
   * A quote is refused with it unless the caller says that the account is meant.
   */
  readonly doubt?: PortageError | undefined;
  /** Rent of the accounts that the payment has to open, native currency. */
  readonly rent: bigint;
  /** The least that the chain lets the recipient be paid, smallest units of the currency. */
  readonly least: bigint;
}

/** Knowledge of a chain about accounts that are to be paid. */
export interface Recipients {
  /**
   * State of a recipient for a quote. Known from memory where it was asked about lately; otherwise
   * one reading.
   *
   * @throws PortageError `RPC_HTTP_ERROR` when it is not known and cannot be read
   */
  ask(payment: RecipientPayment): RecipientState | Promise<RecipientState>;
  /**
   * State of recipients as the newest block says, for payments that are about to be signed.
   *
   * @throws PortageError `RPC_HTTP_ERROR`
   */
  confirm(
    payments: readonly RecipientPayment[],
    signal?: AbortSignal,
  ): Promise<readonly RecipientState[]>;
}
