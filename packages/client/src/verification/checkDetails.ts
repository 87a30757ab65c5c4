import type { Details } from '@portage/core';
import type { OrderExpectations, ShownOrder } from './checkOrder.js';
import { refuse } from './failCheck.js';

/**
 * Compares what is shown to the user with what was asked for. @throws PortageError
 * `QUOTE_VERIFICATION_FAILED`
 */
export function checkDetails(
  details: Details,
  { wanted, origin, destination }: OrderExpectations,
): void {
  const { currencyIn, currencyOut } = details;
  if (!destination.sameAccount(details.recipient, wanted.recipient))
    refuse('recipient', {
      message: 'the details name another recipient.',
      expected: wanted.recipient,
      actual: details.recipient,
    });
  if (!origin.sameAccount(details.sender, wanted.user))
    refuse('details', {
      message: 'the details name another sender.',
      expected: wanted.user,
      actual: details.sender,
    });
  if (
    currencyIn.currency.chainId !== wanted.originChainId ||
    !origin.sameCurrency(currencyIn.currency.address, wanted.originCurrency)
  ) {
    refuse('details', {
      message: 'the details show another origin currency.',
      expected: wanted.originCurrency,
      actual: currencyIn.currency,
    });
  }
  if (
    currencyOut.currency.chainId !== wanted.destinationChainId ||
    !destination.sameCurrency(currencyOut.currency.address, wanted.destinationCurrency)
  ) {
    refuse('details', {
      message: 'the details show another destination currency.',
      expected: wanted.destinationCurrency,
      actual: currencyOut.currency,
    });
  }
  if (wanted.tradeType === 'EXACT_INPUT' && currencyIn.amount !== wanted.amount.toString())
    refuse('details', {
      message: 'the details show another input than was asked for.',
      expected: wanted.amount,
      actual: currencyIn.amount,
    });
}

/**
 * Compares what is shown to the user with the order. @throws PortageError
 * `QUOTE_VERIFICATION_FAILED`
 */
export function checkShown(
  { protocol, details }: ShownOrder,
  { wanted, origin }: OrderExpectations,
): void {
  const { currencyIn, currencyOut } = details;
  const [input] = protocol.orderData.inputs;
  const [payment] = protocol.orderData.output.payments;
  const isSwapped =
    input !== undefined && !origin.sameCurrency(input.payment.currency, wanted.originCurrency);
  if (!isSwapped && currencyIn.amount !== input?.payment.amount)
    refuse('details', {
      message: 'the details show another input than the order takes.',
      expected: input?.payment.amount,
      actual: currencyIn.amount,
    });
  if (
    currencyOut.amount !== payment?.expectedAmount ||
    currencyOut.minimumAmount !== payment.minimumAmount
  ) {
    refuse('details', {
      message: 'the details show another output than the order promises.',
      expected: payment,
      actual: { expected: currencyOut.amount, minimum: currencyOut.minimumAmount },
    });
  }
}
