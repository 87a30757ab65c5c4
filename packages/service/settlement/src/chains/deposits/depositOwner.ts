/** Accounts that a deposit names. */
export interface DepositParties {
  readonly depositor: string;
  readonly payer: string;
}

/**
 * Owner of a deposit that no order takes: the depositor, or the payer where the money came by a
 * plain transfer, which names no depositor.
 *
 * @param native - the chain's native currency; the account of that name has no owner
 */
export function depositOwner({ depositor, payer }: DepositParties, native: string): string {
  return depositor === native ? payer : depositor;
}

/** A deposit with its outcome. */
export interface JudgedParties extends DepositParties {
  readonly reason: string;
}

/**
 * Owner of a deposit in suspense; undefined where an operator decides: its order was paid against a
 * deposit that a reorg took back, so that it may be the operator's.
 */
export function unclaimedOwner(
  { reason, ...parties }: JudgedParties,
  native: string,
): string | undefined {
  return reason === 'DEPOSIT_REORGED' ? undefined : depositOwner(parties, native);
}
