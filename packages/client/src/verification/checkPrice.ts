import { Money, type CurrencyAmount, type Quote, type QuoteBody } from '@portage/core';
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
 * Compares the amounts of a quote with the bounds of the caller. A bound that is missed is no
 * attack: prices move.
 *
 * @throws PortageError `PRICE_MOVED`, `QUOTE_VERIFICATION_FAILED` (`request`)
 */
export async function checkPrice({ details }: Quote, bounds: PriceBounds): Promise<void> {
  const { currencyIn, currencyOut } = details;
  const { maxAmountIn, minAmountOut, maxLossBps, valueUsd } = bounds;
  const paid = BigInt(currencyIn.amount);
  // A payment that comes late may bring less again.
  const late = details.slippageTolerance.latePayment?.value ?? 0;
  const promised = BigInt(currencyOut.minimumAmount) - BigInt(late);
  if (maxAmountIn !== undefined && paid > readBound(maxAmountIn))
    missed('maxAmountIn', {
      text: `It takes ${shown(currencyIn, paid)}, you give at most ${shown(currencyIn, maxAmountIn)}.`,
      expected: maxAmountIn,
      actual: paid,
      otherwise: 'raise',
    });
  if (minAmountOut !== undefined && promised < readBound(minAmountOut))
    missed('minAmountOut', {
      text: `It promises ${shown(currencyOut, promised)}, you want at least ${shown(currencyOut, minAmountOut)}.`,
      expected: minAmountOut,
      actual: promised,
      otherwise: 'lower',
    });
  if (maxLossBps === undefined) return;
  const valueOf = async ({ currency }: CurrencyAmount, amount: bigint): Promise<number> =>
    (await valueUsd?.({ chainId: currency.chainId, address: currency.address, amount })) ?? NaN;
  const given = await valueOf(currencyIn, paid);
  const lossBps = 10_000 * (1 - (await valueOf(currencyOut, promised)) / given);
  // Written so that a value which is no number is refused.
  if (!(given > 0 && lossBps <= maxLossBps))
    missed('maxLossBps', {
      text: `It loses ${percent(lossBps)}, you accept at most ${percent(maxLossBps)}.`,
      expected: maxLossBps,
      actual: String(lossBps),
      otherwise: 'raise',
    });
}

/** A bound that was missed, in words and as it was compared. */
interface Missed {
  readonly text: string;
  readonly expected: Amount | number;
  readonly actual: Amount;
  readonly otherwise: 'raise' | 'lower';
}

function missed(
  bound: 'maxAmountIn' | 'minAmountOut' | 'maxLossBps',
  { text, expected, actual, otherwise }: Missed,
): never {
  throw new PortageError('PRICE_MOVED', {
    message: text,
    hint: `Nothing was signed. Ask again, or ${otherwise} ${bound}.`,
    context: { bound, expected: String(expected), actual: String(actual) },
  });
}

/** An amount in whole units with its symbol. */
function shown({ currency }: CurrencyAmount, amount: Amount): string {
  return `${Money.format(BigInt(amount), currency.decimals)} ${currency.symbol}`;
}

function percent(bps: number): string {
  return Number.isFinite(bps) ? `${String(Math.round(bps) / 100)}%` : 'more than can be told';
}

function readBound(bound: Amount): bigint {
  if (findMismatch(String(bound), 'digits') !== undefined)
    failCheck('request', { message: 'a bound is no amount.', actual: bound });
  return BigInt(bound);
}
