import { Money, requestFault } from '@portage/core';
import type { Market } from './market.js';
import type { PricedRoute } from './pricedRoute.js';

/**
 * Refuses amounts that would stay at their deposit address: they are not worth the gas of a sweep
 * and of a refund. What was swept already is worth its fill, however the gas has changed.
 *
 * @throws PortageError `AMOUNT_TOO_LOW`, `PRICE_FETCH_FAILED`
 * @see docs/spec/deposit-addresses.md#worth
 */
export function checkSweep({ route, rates, amounts }: PricedRoute, market: Market): void {
  const { payment, depositCurrency } = route;
  if (payment.address === undefined) return;
  const { chain, asset } = depositCurrency;
  const gas =
    market.gas(chain, { type: 'sweep', currency: asset.address }) +
    market.gas(chain, { type: 'refund', currency: asset.address });
  const least = Money.convertUp(gas, rates.originNative, rates.deposit) + 1n;
  if (amounts.deposit >= least) return;
  throw requestFault('amount', 'is not worth the gas of a deposit address', {
    code: 'AMOUNT_TOO_LOW',
    message: `A deposit address of ${asset.symbol} on chain ${String(chain.id)} takes ${Money.format(least, asset.decimals)} ${asset.symbol} at least: less is not worth what moving it costs.`,
    hint: 'Pay more, or leave useDepositAddress out of the request.',
    context: { amount: amounts.deposit.toString(), minimumAmount: least.toString() },
  });
}
