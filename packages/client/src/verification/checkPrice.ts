import type { CurrencyAmount, Quote, QuoteBody } from '@portage/core';
import { PortageError } from '@portage/core/errors';
import { findMismatch } from '../transport/findMismatch.js';
import { failCheck } from './failCheck.js';
import type { Amount, PriceBounds } from './priceBounds.js';

/**
 * Checks that something bounds the side of a trade that the service chooses. @throws PortageError
 * `PRICE_UNBOUNDED`
 */
export function checkBounded({ tradeType }: QuoteBody, bounds: PriceBounds): void {
  const side =
    tradeType === undefined || tradeType === 'EXACT_INPUT' ? 'minAmountOut' : 'maxAmountIn';
  const { maxLossBps, valueUsd, onQuote } = bounds;
  if (bounds[side] === undefined && !(maxLossBps !== undefined && valueUsd) && !onQuote)
    throw new PortageError('PRICE_UNBOUNDED', {
      message: 'Nothing bounds the price.',
      hint: `Pass ${side}, or maxLossBps with valueUsd, or onQuote.`,
    });
}

/**
 * Compares the amounts of a quote with the bounds of the caller. @throws PortageError
 * `QUOTE_VERIFICATION_FAILED` (`price`, `request`)
 */
export async function checkPrice({ details }: Quote, bounds: PriceBounds): Promise<void> {
  const { currencyIn, currencyOut } = details;
  const { maxAmountIn, minAmountOut, maxLossBps, valueUsd } = bounds;
  const paid = BigInt(currencyIn.amount);
  // A payment that comes late may bring less again.
  const late = details.slippageTolerance.latePayment?.value ?? 0;
  const promised = BigInt(currencyOut.minimumAmount) - BigInt(late);
  if (maxAmountIn !== undefined && paid > readBound(maxAmountIn))
    failCheck('price', {
      message: 'it takes more than maxAmountIn.',
      expected: maxAmountIn,
      actual: paid,
    });
  if (minAmountOut !== undefined && promised < readBound(minAmountOut))
    failCheck('price', {
      message: 'it promises less than minAmountOut.',
      expected: minAmountOut,
      actual: promised,
    });
  if (maxLossBps === undefined) return;
  const valueOf = async ({ currency }: CurrencyAmount, amount: bigint): Promise<number> =>
    (await valueUsd?.({ chainId: currency.chainId, address: currency.address, amount })) ?? NaN;
  const given = await valueOf(currencyIn, paid);
  const lossBps = 10_000 * (1 - (await valueOf(currencyOut, promised)) / given);
  // Written so that a value which is no number is refused.
  if (!(given > 0 && lossBps <= maxLossBps))
    failCheck('price', {
      message: 'it loses more than maxLossBps.',
      expected: maxLossBps,
      actual: String(lossBps),
    });
}

function readBound(bound: Amount): bigint {
  if (findMismatch(String(bound), 'digits') !== undefined)
    failCheck('request', { message: 'a bound is no amount.', actual: bound });
  return BigInt(bound);
}
