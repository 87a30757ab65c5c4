import { Money } from '@portage/core';

/** Prices between a native currency and the one that is paid back. */
export interface RefundSides {
  readonly native: Money.PricedAsset;
  readonly currency: Money.PricedAsset;
}

/**
 * Amount of a refund: what came in less its gas, converted against the payer, never more than came
 * in. Undefined when nothing would be left, or less than the order's own minimum.
 *
 * @param gasCost - in the native currency's smallest units
 * @param sides - prices for the conversion; left out when the refund is in the native currency
 */
export function refundAmount(
  gross: bigint,
  gasCost: bigint,
  minimum: bigint,
  sides?: RefundSides,
): bigint | undefined {
  const cost =
    sides === undefined ? gasCost : Money.convertUp(gasCost, sides.native, sides.currency);
  const amount = gross - cost;
  return amount <= 0n || amount < minimum ? undefined : amount;
}
