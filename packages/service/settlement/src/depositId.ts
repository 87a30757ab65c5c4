import { assert } from '@portage/core';

/** What identifies a deposit, whatever block it is in. */
export interface DepositId {
  readonly chainId: number;
  readonly txId: string;
  /** Counts our events within the transaction. */
  readonly ordinal: number;
}

/**
 * The name of a deposit; also the settlement leg of what is paid back of it beside the main leg.
 */
export function depositKey({ chainId, txId, ordinal }: DepositId): string {
  return `${String(chainId)}:${txId}:${String(ordinal)}`;
}

/** The deposit that a key names. */
export function parseDepositKey(key: string): DepositId {
  const [chainId, txId, ordinal] = key.split(':');
  assert(txId !== undefined && ordinal !== undefined, 'a deposit key has three parts');
  return { chainId: Number(chainId), txId, ordinal: Number(ordinal) };
}

/** The leg that settles the order itself: one fill, or one refund. */
export const mainLeg = 'main';
