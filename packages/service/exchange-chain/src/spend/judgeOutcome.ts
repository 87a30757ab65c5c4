import type { TransactionOutcome } from '@portage/core/chain';
import type { Accounts } from '../observe/decodeTransfer.js';
import type { FoundTransaction } from './findTransaction.js';
import { readText, type StoredTransaction } from './storedTransaction.js';

/** What a quorum of hosts says of one of our transactions. */
export interface OutcomeFacts {
  readonly accounts: Accounts;
  /** The transaction; undefined where the exchange knows none. */
  readonly found: FoundTransaction | 'unclear' | undefined;
  /** Next nonce that the exchange expects of its key; undefined where that was not asked. */
  readonly nextNonce?: number | undefined;
}

/**
 * Judges what became of a transaction of ours. One that is executed is final, and its fee was taken
 * of the account that signed: of the depository for a refund. What the solver collects bears its
 * fee itself, so that fee is the solver's. One that failed counts as such only where its nonce was
 * used: then no version of it lands any more. One that nobody knows is missing, and never called
 * gone here. Pure.
 */
export function judgeOutcome({ accounts, found, nextNonce }: OutcomeFacts): TransactionOutcome {
  if (found === undefined) return { status: 'missing' };
  if (found === 'unclear') return { status: 'pending' };
  const { status, blockHeight: height } = found;
  if (status !== 'executed' && !hasFailed(found)) return { status: 'pending' };
  if (height === undefined) return { status: status === 'executed' ? 'pending' : 'missing' };
  const { usdcFee: gasCost, nonce, accountIndex, toAccountIndex } = readText(found);
  const isOfDepository = accountIndex === accounts.depository && toAccountIndex !== accounts.solver;
  const gasPayer = isOfDepository ? 'depository' : undefined;
  if (status === 'executed') return { status: 'mined', height, gasCost, gasPayer };
  return nextNonce !== undefined && nextNonce > nonce
    ? { status: 'reverted', height, gasCost: 0n }
    : { status: 'missing' };
}

/** Whether the exchange did not execute a transaction, and will not. */
export function hasFailed({ status }: Pick<FoundTransaction, 'status'>): boolean {
  return status === 'failed' || status === 'rejected';
}

/** Milliseconds after the end of its time in which a transaction may still come to light. */
const buriedMs = 30_000;

/** Whether the time of a transaction has been over for so long that hosts cannot take it. */
export function isOver({ expiredAt }: Pick<StoredTransaction, 'expiredAt'>, now: number): boolean {
  return now > expiredAt + buriedMs;
}
