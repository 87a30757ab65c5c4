import { requestFault } from '@portage/core';
import { amountText } from '../amountText.js';
import { insufficientFunds, type WrittenAsset } from './insufficientFunds.js';

/** Balance of an owner, and the gas that each payment of it may take; smallest units. */
export interface PaidBalance {
  /** Parts that are paid by themselves, the largest first. */
  readonly parts: readonly bigint[];
  /** The most that all of them may come to. */
  readonly amount: bigint;
  readonly fee: bigint;
  /** Currency of all of them. */
  readonly asset: WrittenAsset;
}

/**
 * Payments that make an amount up, one of each part, the largest first. What is not worth its own
 * gas is no part of what can be withdrawn: it would hold up the rest. Pure.
 *
 * @throws PortageError `INSUFFICIENT_FUNDS` for more than there is, `AMOUNT_TOO_LOW` where gas
 *   would take all of a payment
 */
export function countPayments(
  { parts, amount: most, fee, asset }: PaidBalance,
  amount: bigint,
): number {
  const text = (units: bigint): string => amountText(units, asset);
  const worth = parts.filter((part) => part > fee);
  const sum = worth.reduce((total, part) => total + part, 0n);
  const available = sum < most ? sum : most;
  if (most < amount) throw insufficientFunds(available, asset);
  if (available < amount)
    throw tooLow(
      `Gas may take ${text(fee)} of each payment, and ${text(most - available)} of the balance are in payments of less.`,
      available === 0n ? 'Wait for cheaper gas.' : `Withdraw ${text(available)} or less.`,
    );
  let [left, count] = [amount, 0];
  for (const part of worth) {
    if (left <= 0n) break;
    count += 1;
    if (left <= fee) throw lastTooLow(left, { fee, whole: amount - left, text });
    left -= part;
  }
  return count;
}

interface LastPayment {
  readonly fee: bigint;
  /** Sum of the payments before it. */
  readonly whole: bigint;
  readonly text: (units: bigint) => string;
}

function lastTooLow(last: bigint, { fee, whole, text }: LastPayment): Error {
  const less = whole === 0n ? '' : `${text(whole)} or less, or `;
  return tooLow(
    `Gas may take ${text(fee)} of each payment, and the last one would be ${text(last)}.`,
    `Withdraw ${less}${text(whole + fee + 1n)} or more.`,
  );
}

const tooLow = (message: string, hint: string): Error =>
  requestFault('amount', 'is less than its gas', { code: 'AMOUNT_TOO_LOW', message, hint });
