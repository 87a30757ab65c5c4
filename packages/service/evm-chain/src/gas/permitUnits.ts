import { zeroAddress } from '@portage/core';
import { gasLimit, gasUnits } from './gasUnits.js';

/**
 * Gas of checking a signature and taking the token, beside a plan and its deposit; measured with
 * all kinds of permits.
 */
const permitUnits = 60_000;

/** Never the zero address: native currency cannot be taken with a signature. */
const token = zeroAddress.replace(/0$/, '1');

/** Gas that a deposit by signature is expected to use. */
export function permitGas(swapGas: number): number {
  return Number(gasUnits({ type: 'deposit', currency: token, swapGas })) + permitUnits;
}

/** Gas that a deposit by signature may use. */
export function permitGasLimit(swapGas: number): number {
  return Number(gasLimit({ type: 'deposit', currency: token, swapGas: swapGas + permitUnits }));
}
