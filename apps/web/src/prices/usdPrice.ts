import type { ChainCurrency, Portage, PriceQuote } from '@portage/sdk';
import type { Place } from '../currencies/place.js';
import { microUsd } from '../format/amounts.js';

/** USD price of a currency as a fraction: so many millionths of a USD for so many units. */
export interface UsdPrice {
  readonly microUsd: bigint;
  readonly units: bigint;
}

/** Price that a quote tells of its input. */
export function priceIn({ details: { currencyIn } }: PriceQuote): UsdPrice | undefined {
  const price = { microUsd: microUsd(currencyIn.amountUsd), units: BigInt(currencyIn.amount) };
  return price.microUsd > 0n && price.units > 0n ? price : undefined;
}

/** Units that a value in USD buys, rounded down. */
export function unitsOf(micros: bigint, price: UsdPrice): bigint {
  return (micros * price.units) / price.microUsd;
}

/** Value of units in millionths of a USD, rounded down. */
export function valueOf(units: bigint, price: UsdPrice): bigint {
  return (units * price.microUsd) / price.units;
}

/**
 * Amounts that a price is asked for; the first one that is quoted counts. What has few decimals is
 * mostly worth a dollar, the rest is worth more.
 */
export function pricedAmounts({ decimals }: ChainCurrency): readonly bigint[] {
  const fractions = decimals > 6 ? [2, 0, 4] : [0, 2];
  return fractions.map((fraction) => 10n ** BigInt(Math.max(0, decimals - fraction)));
}

/** A pair with stand-in accounts. */
export interface PricedSwap {
  readonly from: Place;
  readonly to: Place;
  readonly payer: string;
  readonly payee: string;
  /** Smallest units to ask with, one after another until one is quoted. */
  readonly amounts: readonly bigint[];
  readonly signal: AbortSignal;
}

/**
 * Asks for the USD price of what is paid, by a price that is not signed. Null where none is known.
 */
export async function readUsdPrice(portage: Portage, swap: PricedSwap): Promise<UsdPrice | null> {
  const { from, to, payer, payee, amounts, signal } = swap;
  for (const amount of amounts) {
    const request = {
      user: payer,
      recipient: payee,
      originChainId: from.chain.id,
      originCurrency: from.currency.address,
      destinationChainId: to.chain.id,
      destinationCurrency: to.currency.address,
      amount: amount.toString(),
    };
    const price = await portage.getPrice(request, { signal }).catch(() => undefined);
    if (price !== undefined) return priceIn(price) ?? null;
  }
  return null;
}
