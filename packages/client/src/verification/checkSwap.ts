import { Money, type Quote } from '@portage/core';
import type { EffectRules } from './effectPolicy.js';
import { refuse } from './failCheck.js';
import type { OrderExpectations } from './checkOrder.js';
import { swapContract } from './swapContract.js';

/** Longest time, in seconds, for which a swap that nobody fills may be sent. */
const validSecondsMax = 24 * 3_600;

/**
 * Compares a quote without an order with what was asked for: a swap within one chain that the user
 * makes alone. All that matters of it stands in what is signed, so the answer is what that must be.
 *
 * @throws PortageError `QUOTE_VERIFICATION_FAILED`
 */
export function checkSwap(
  { details }: Quote,
  { wanted, origin, now, maxSlippageBps }: OrderExpectations,
): Pick<EffectRules, 'currency' | 'amount' | 'spenders' | 'swap'> {
  const isSwap =
    wanted.originChainId === wanted.destinationChainId &&
    wanted.calls.length === 0 &&
    !wanted.topupGas &&
    !wanted.forceSolver;
  if (!isSwap)
    refuse('order-id', {
      message: 'the quote has no order, though somebody has to fill what was asked for.',
    });
  const isInput = wanted.tradeType === 'EXACT_INPUT';
  const amount = BigInt(details.currencyIn.amount);
  if (isInput && amount !== wanted.amount)
    refuse('amount', {
      message: 'the swap takes another amount.',
      expected: wanted.amount,
      actual: amount,
    });
  const expected = isInput ? BigInt(details.currencyOut.amount) : wanted.amount;
  if (BigInt(details.currencyOut.amount) !== expected)
    refuse('minimum-output', {
      message: 'the swap expects another output.',
      expected,
      actual: details.currencyOut.amount,
    });
  const slippageBps =
    wanted.tradeType === 'EXACT_OUTPUT' ? 0n : (wanted.slippageBps ?? maxSlippageBps);
  // Rounded down: the last unit belongs to the rounding of the service.
  const least = Money.mulDivDown(expected, Money.wholeBps - slippageBps, Money.wholeBps);
  const minimum = BigInt(details.currencyOut.minimumAmount);
  if (minimum < least)
    refuse('minimum-output', {
      message: 'the swap promises less than the slippage tolerance allows.',
      expected: `at least ${least.toString()}`,
      actual: minimum,
    });
  const contract = swapContract(origin, wanted.originCurrency);
  if (contract === undefined)
    refuse('effects', {
      message: `the trusted list names no contract of "${origin.chain.name}" that swaps.`,
    });
  return {
    currency: wanted.originCurrency,
    amount,
    spenders: [contract],
    swap: {
      contract,
      settlement: {
        origin,
        orderId: undefined,
        account: wanted.recipient,
        currency: wanted.destinationCurrency,
        minimum,
        maximum: expected,
        refundTo: [...wanted.refundTo, wanted.user],
        now,
        deadlineMax: now + validSecondsMax,
      },
    },
  };
}
