import { Money } from '@portage/core';
import { pricedAsset, type PricedContext } from './pricedAsset.js';

/** An amount of a currency, in smallest units. */
export interface FoundCurrency {
  readonly currency: string;
  readonly amount: bigint;
}

/** Value of an amount in native currency, rounded down; undefined while a price is not known. */
export function worthOf(
  context: PricedContext,
  { currency, amount }: FoundCurrency,
): bigint | undefined {
  const { native } = context.chain;
  if (currency === native.address) return amount;
  const [own, paid] = [pricedAsset(context, currency), pricedAsset(context, native.address)];
  return own === undefined || paid === undefined ? undefined : Money.convertDown(amount, own, paid);
}
