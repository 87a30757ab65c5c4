/** Identity of a deposit, whatever block it is in. */
export interface DepositId {
  readonly chainId: number;
  readonly txId: string;
  /** Counts our events within the transaction. */
  readonly ordinal: number;
}

/**
 * The name of a deposit, which is a label and never taken apart; also the settlement leg of what is
 * paid back of it beside the main leg.
 */
export function depositKey({ chainId, txId, ordinal }: DepositId): string {
  return `${String(chainId)}:${txId}:${String(ordinal)}`;
}

/** The leg that settles the order itself: one fill, or one refund. */
export const mainLeg = 'main';
