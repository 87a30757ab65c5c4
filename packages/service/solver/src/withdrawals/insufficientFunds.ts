import { PortageError } from '@portage/core';
import type { ChainAsset } from '@portage/core/chain';
import { amountText } from '../amountText.js';

/** Currency that amounts are written in. */
export type WrittenAsset = Pick<ChainAsset, 'decimals' | 'symbol'>;

/** Refusal of more than an owner has, or than can be paid of it now. */
export function insufficientFunds(available: bigint, asset: WrittenAsset): PortageError {
  return new PortageError('INSUFFICIENT_FUNDS', {
    message: `The owner can withdraw ${amountText(available, asset)} now.`,
    hint: 'A deposit can be withdrawn once its chain calls it final, and while its depositor has not asked the depository for it.',
  });
}
