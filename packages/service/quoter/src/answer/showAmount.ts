import { Money, type CurrencyAmount } from '@portage/core';
import { printed, type Printed } from './printed.js';
import type { PricedCurrency } from './quoteFigures.js';

/** An amount of a quote with its own JSON text. */
export type ShownAmount = Printed<CurrencyAmount>;

/** Worth of an amount in micro-USD, rounded down. */
export function worthOf({ rate }: PricedCurrency, amount: bigint): bigint {
  return Money.usdDown(amount, rate.decimals, rate.price);
}

/**
 * An amount as quotes show it.
 *
 * @param minimum - the least of it that can arrive; by default all of it
 */
export function showAmount(
  currency: PricedCurrency,
  amount: bigint,
  minimum: bigint = amount,
): ShownAmount {
  const digits = amount.toString();
  const minimumAmount = minimum === amount ? digits : minimum.toString();
  const amountFormatted = Money.format(amount, currency.rate.decimals);
  const amountUsd = Money.formatUsd(worthOf(currency, amount));
  return {
    currency: currency.wire,
    amount: digits,
    amountFormatted,
    amountUsd,
    minimumAmount,
    // Everything between quotes is digits.
    [printed]: inOnePiece(
      `{"currency":${currency.text},"amount":"${digits}","amountFormatted":"${amountFormatted}",` +
        `"amountUsd":"${amountUsd}","minimumAmount":"${minimumAmount}"}`,
    ),
  };
}

/**
 * The same text. Text that was put together is kept as a tree, and walked anew wherever it was put
 * into; reading one of its characters makes it one piece.
 */
function inOnePiece(text: string): string {
  return text.charCodeAt(0) === 0 ? '' : text;
}

/** Shows amounts of one currency; equal amounts are one object, so that they are printed once. */
export function createAmounts(currency: PricedCurrency): (amount: bigint) => ShownAmount {
  const known: { readonly amount: bigint; readonly shown: ShownAmount }[] = [];
  return (amount) => {
    // A dozen at most, so looking at each is faster than a map.
    for (const each of known) if (each.amount === amount) return each.shown;
    const shown = showAmount(currency, amount);
    known.push({ amount, shown });
    return shown;
  };
}
