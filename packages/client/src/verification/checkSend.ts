import type { Quote } from '@portage/core';
import type { CheckContext } from './checkOrder.js';
import type { EffectRules } from './effectPolicy.js';
import { failCheck } from './failCheck.js';

/**
 * Compares a quote for a plain transfer with what was asked for: all of the amount, to the
 * recipient, with the id of the request. The rules for what is signed are returned.
 *
 * @throws PortageError `QUOTE_VERIFICATION_FAILED`
 */
export function checkSend(
  { details, requestId }: Pick<Quote, 'details' | 'requestId'>,
  { expected }: CheckContext,
): Pick<EffectRules, 'currency' | 'amount' | 'spenders' | 'payment'> {
  const { amount, recipient } = expected;
  for (const shown of [
    details.currencyIn.amount,
    details.currencyOut.amount,
    details.currencyOut.minimumAmount,
  ])
    if (BigInt(shown) !== amount)
      failCheck('amount', {
        message: 'the transfer moves another amount.',
        expected: amount,
        actual: shown,
      });
  return {
    currency: expected.originCurrency,
    amount,
    spenders: [],
    payment: { recipient, reference: requestId, check: 'recipient' },
  };
}
