import type { Details } from '@portage/core';
import type { CheckContext, OrderParts } from './checkOrder.js';
import { failCheck } from './failCheck.js';

/**
 * Compares the details that the user is shown with the request. @throws PortageError
 * `QUOTE_VERIFICATION_FAILED`
 */
export function checkDetails(
  details: Details,
  { expected, origin, destination }: CheckContext,
): void {
  const { currencyIn, currencyOut } = details;
  if (!destination.sameAccount(details.recipient, expected.recipient))
    failCheck('recipient', {
      message: 'the details name another recipient.',
      expected: expected.recipient,
      actual: details.recipient,
    });
  if (!origin.sameAccount(details.sender, expected.user))
    failCheck('details', {
      message: 'the details name another sender.',
      expected: expected.user,
      actual: details.sender,
    });
  if (
    currencyIn.currency.chainId !== expected.originChainId ||
    !origin.sameCurrency(currencyIn.currency.address, expected.originCurrency)
  ) {
    failCheck('details', {
      message: 'the details show another origin currency.',
      expected: expected.originCurrency,
      actual: currencyIn.currency,
    });
  }
  if (
    currencyOut.currency.chainId !== expected.destinationChainId ||
    !destination.sameCurrency(currencyOut.currency.address, expected.destinationCurrency)
  ) {
    failCheck('details', {
      message: 'the details show another destination currency.',
      expected: expected.destinationCurrency,
      actual: currencyOut.currency,
    });
  }
  if (expected.tradeType === 'EXACT_INPUT' && currencyIn.amount !== expected.amount.toString())
    failCheck('details', {
      message: 'the details show another input.',
      expected: expected.amount,
      actual: currencyIn.amount,
    });
}

/**
 * Compares the details that the user is shown with the order. @throws PortageError
 * `QUOTE_VERIFICATION_FAILED`
 */
export function checkShown(
  { currencyIn, currencyOut, slippageTolerance }: Details,
  { input, payment }: OrderParts,
  { expected, origin }: CheckContext,
): void {
  const isSwapped = !origin.sameCurrency(input.payment.currency, expected.originCurrency);
  if (!isSwapped && currencyIn.amount !== input.payment.amount)
    failCheck('details', {
      message: 'the details show another input.',
      expected: input.payment.amount,
      actual: currencyIn.amount,
    });
  const late = BigInt(currencyOut.minimumAmount) - BigInt(payment.minimumAmount);
  if (
    currencyOut.amount !== payment.expectedAmount ||
    late.toString() !== (slippageTolerance.latePayment?.value ?? '0')
  ) {
    failCheck('details', {
      message: 'the details show another output.',
      expected: payment,
      actual: { expected: currencyOut.amount, minimum: currencyOut.minimumAmount },
    });
  }
}
