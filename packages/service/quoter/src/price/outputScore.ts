import { Money } from '@portage/core';
import type { PricedRoute } from './pricedRoute.js';

/**
 * Value of an output net of the payer's own gas, in the output currency; the solver's gas was
 * deducted before the output.
 */
export function outputScore(
  { rates, payerGas }: Pick<PricedRoute, 'rates' | 'payerGas'>,
  output: bigint,
): bigint {
  return output - Money.convertUp(payerGas, rates.originNative, rates.output);
}
