import { PortageError } from '@portage/core';

/** Refusal of more than an owner has, or than can be paid of it now. */
export function insufficientFunds(available: bigint): PortageError {
  return new PortageError('INSUFFICIENT_FUNDS', {
    message: `The owner can withdraw ${available.toString()} of this currency now.`,
    hint: 'A deposit can be withdrawn once its chain calls it final, and while its depositor has not asked the depository for it.',
  });
}
