import type { Quote } from '@portage/core';
import { checkSend } from './checkSend.js';
import { checkMinimum } from './checkMinimum.js';
import type { EffectRules } from './effectPolicy.js';
import { failCheck } from './failCheck.js';
import type { CheckContext } from './checkOrder.js';
import { swapContract } from './swapContract.js';

/** Longest time in seconds for which a swap without a fill may be sent. */
const validSecondsMax = 24 * 3_600;

/**
 * Compares a quote without an order with what was asked for: a swap or a transfer within one chain
 * that the user makes alone. All that matters of it is in the signed bytes, so the rules for them
 * are returned.
 *
 * @throws PortageError `QUOTE_VERIFICATION_FAILED`
 */
export function checkSwap(
  quote: Quote,
  context: CheckContext,
): Pick<EffectRules, 'currency' | 'amount' | 'spenders' | 'swap' | 'payment'> {
  const { details } = quote;
  const { expected, origin, now, maxSlippageBps } = context;
  const isSwap =
    expected.originChainId === expected.destinationChainId &&
    expected.calls.length === 0 &&
    !expected.topupGas &&
    !expected.forceSolver;
  if (!isSwap) failCheck('order-id', { message: 'the quote has no order.' });
  if (origin.sameCurrency(expected.originCurrency, expected.destinationCurrency))
    return checkSend(quote, context);
  const isInput = expected.tradeType === 'EXACT_INPUT';
  const amount = BigInt(details.currencyIn.amount);
  if (isInput && amount !== expected.amount)
    failCheck('amount', {
      message: 'the swap takes another amount.',
      expected: expected.amount,
      actual: amount,
    });
  const output = isInput ? BigInt(details.currencyOut.amount) : expected.amount;
  if (BigInt(details.currencyOut.amount) !== output)
    failCheck('minimum-output', {
      message: 'the swap expects another output.',
      expected: output,
      actual: details.currencyOut.amount,
    });
  const slippageBps =
    expected.tradeType === 'EXACT_OUTPUT' ? 0n : (expected.slippageBps ?? maxSlippageBps);
  const minimum = BigInt(details.currencyOut.minimumAmount);
  checkMinimum({ amount: output, toleranceBps: slippageBps, minimum }, 'swap');
  const contract = swapContract(origin, expected.originCurrency);
  if (contract === undefined)
    failCheck('effects', {
      message: `no contract that swaps on "${origin.info.name}" is in the trusted list.`,
    });
  return {
    currency: expected.originCurrency,
    amount,
    spenders: [contract],
    swap: {
      contract,
      reference: quote.requestId,
      settlement: {
        origin,
        orderId: undefined,
        account: expected.recipient,
        currency: expected.destinationCurrency,
        minimum,
        maximum: output,
        takesMore: true,
        refundTo: [...expected.refundTo, expected.user],
        now,
        deadlineMax: now + validSecondsMax,
      },
    },
  };
}
