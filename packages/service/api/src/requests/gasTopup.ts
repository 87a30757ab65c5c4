import { Money, type CurrencyAmount, type OrderData } from '@portage/core';
import { wireCurrency, type ChainAsset } from '@portage/core/chain';

/** Native currency of the destination of an order. */
interface TopupCurrency {
  readonly chainId: number;
  readonly native: ChainAsset;
  /** Its price as quoted, 10^-12 USD; undefined where it was not kept. */
  readonly usdE12: string | undefined;
}

/** Native currency that an order gives beside the payment; undefined where it gives none. Pure. */
export function gasTopup(
  { output }: OrderData,
  { chainId, native, usdE12 }: TopupCurrency,
): CurrencyAmount | undefined {
  const [, topup] = output.payments;
  if (topup === undefined) return undefined;
  const amount = BigInt(topup.expectedAmount);
  const price = { usdE12: BigInt(usdE12 ?? 0) };
  return {
    currency: wireCurrency(chainId, native),
    amount: topup.expectedAmount,
    amountFormatted: Money.format(amount, native.decimals),
    amountUsd: Money.formatUsd(Money.usdDown(amount, native.decimals, price)),
    minimumAmount: topup.minimumAmount,
  };
}
