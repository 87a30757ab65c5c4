import { zeroAddress } from '@portage/core';
import type { GaslessPayment } from '@portage/core/chain';
import { gasLimit, gasUnits } from './gasUnits.js';

/** The approval that a token needs is made by the account, too. */
function approvalUnits(currency: string): number {
  return currency === zeroAddress ? 0 : Number(gasUnits({ type: 'approve', currency }));
}

/** Gas that a deposit by the payer's own account, called by us, is expected to use. */
export function gaslessGas({ currency, swapGas, overhead }: GaslessPayment): number {
  return (
    Number(gasUnits({ type: 'deposit', currency, swapGas })) + approvalUnits(currency) + overhead
  );
}

/**
 * Gas that it may use: what it is expected to use has room, what the caller names as overhead is
 * taken at its word.
 */
export function gaslessGasLimit({ currency, swapGas, overhead }: GaslessPayment): number {
  return (
    Number(gasLimit({ type: 'deposit', currency, swapGas })) + approvalUnits(currency) + overhead
  );
}
