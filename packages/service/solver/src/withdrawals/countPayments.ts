import { requestFault } from '@portage/core';
import { insufficientFunds } from './insufficientFunds.js';

/** Balance of an owner, and the gas that each payment of it may take; smallest units. */
export interface PaidBalance {
  /** Parts that are paid by themselves, the largest first. */
  readonly parts: readonly bigint[];
  /** The most that all of them may come to. */
  readonly amount: bigint;
  readonly fee: bigint;
}

/**
 * Payments that make an amount up, one of each part, the largest first. What is not worth its own
 * gas is no part of what can be withdrawn: it would hold up the rest. Pure.
 *
 * @throws PortageError `INSUFFICIENT_FUNDS` for more than there is, `AMOUNT_TOO_LOW` where gas
 *   would take all of a payment
 */
export function countPayments({ parts, amount: most, fee }: PaidBalance, amount: bigint): number {
  const worth = parts.filter((part) => part > fee);
  const sum = worth.reduce((total, part) => total + part, 0n);
  const available = sum < most ? sum : most;
  if (most < amount) throw insufficientFunds(available);
  if (available < amount)
    throw tooLow(
      `Gas may take ${fee.toString()} of each payment, and ${(most - available).toString()} of the balance are in payments of less.`,
      available === 0n ? 'Wait for cheaper gas.' : `Withdraw ${available.toString()} or less.`,
    );
  let [left, count] = [amount, 0];
  for (const part of worth) {
    if (left <= 0n) break;
    count += 1;
    if (left <= fee) throw lastTooLow(left, { fee, whole: amount - left });
    left -= part;
  }
  return count;
}

function lastTooLow(
  last: bigint,
  { fee, whole }: { readonly fee: bigint; readonly whole: bigint },
): Error {
  const less = whole === 0n ? '' : `${whole.toString()} or less, or `;
  return tooLow(
    `Gas may take ${fee.toString()} of each payment, and the last one would be ${last.toString()}.`,
    `Withdraw ${less}${(whole + fee + 1n).toString()} or more.`,
  );
}

const tooLow = (message: string, hint: string): Error =>
  requestFault('amount', 'is less than its gas', { code: 'AMOUNT_TOO_LOW', message, hint });
