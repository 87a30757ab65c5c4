import type { Price } from '@portage/core';
import { fresh, type ChainContext } from '../context.js';

/** Assets of an exchange, by their ids. */
export interface ExchangedAssets {
  /** Asset of the deposit. */
  readonly received: string;
  /** Asset that the solver gives. */
  readonly paid: string;
}

/** Prices of an exchange by now. */
export interface ExchangePrices {
  readonly received: Price;
  readonly paid: Price;
}

/**
 * Prices of an exchange by now, each the worse for us of what its feeds say, as the quote counted
 * them; one price where both are one asset. Undefined before they are known.
 */
export function exchangePrices(
  context: ChainContext,
  assets: ExchangedAssets,
): ExchangePrices | undefined {
  const lookUp = (assetId: string): { readonly low: Price; readonly high: Price } | undefined => {
    const accepted = context.prices(assetId);
    const value = fresh(context, accepted);
    return value === undefined ? undefined : (accepted?.range ?? { low: value, high: value });
  };
  const [received, paid] = [lookUp(assets.received), lookUp(assets.paid)];
  if (received === undefined || paid === undefined) return undefined;
  const isOne = assets.received === assets.paid;
  return { received: received.low, paid: isOne ? received.low : paid.high };
}
