import type { TransactionOutcome } from '@portage/core/chain';
import { isFailure } from '@portage/exchange/api';
import type { Accounts } from '../observe/decodeTransfer.js';
import type { FoundTransaction } from './findTransaction.js';
import type { StoredTransaction } from './storedTransaction.js';

/** Facts of a quorum of hosts that the outcome of one of our transactions is judged by. */
export interface OutcomeFacts {
  readonly accounts: Accounts;
  /** The transaction; undefined where the exchange knows none. */
  readonly found: FoundTransaction | 'unclear' | undefined;
  /** The transaction as it was signed, where one was found. */
  readonly stored?: StoredTransaction | undefined;
  /** Whether it has failed, and no version of it lands any more. */
  readonly isLost?: boolean | undefined;
}

/**
 * Judges what became of a transaction of ours. One that is final is mined, and its fee was taken of
 * the account that signed: of the depository for a refund. What the solver collects bears its fee
 * itself, so that fee is the solver's. One that failed counts as such only where it is lost for
 * good. One that is unknown is missing, and never called gone here. Pure.
 */
export function judgeOutcome({
  accounts,
  found,
  stored,
  isLost = false,
}: OutcomeFacts): TransactionOutcome {
  if (found === 'unclear') return { status: 'pending' };
  if (found === undefined || stored === undefined) return { status: 'missing' };
  const { status, isFinal, blockHeight: height } = found;
  if (!isFinal && !isFailure(status)) return { status: 'pending' };
  if (height === undefined) return { status: isFinal ? 'pending' : 'missing' };
  if (!isFinal) return isLost ? { status: 'reverted', height, gasCost: 0n } : { status: 'missing' };
  const { usdcFee: gasCost, accountIndex, toAccountIndex } = stored;
  const isOfDepository = accountIndex === accounts.depository && toAccountIndex !== accounts.solver;
  return { status: 'mined', height, gasCost, gasPayer: isOfDepository ? 'depository' : undefined };
}

/** Milliseconds after the end of its time in which a transaction may still come to light. */
const buriedMs = 30_000;

/** Whether the time of a transaction has been over for so long that hosts cannot take it. */
export function isOver({ expiredAt }: Pick<StoredTransaction, 'expiredAt'>, now: number): boolean {
  return now > expiredAt + buriedMs;
}
