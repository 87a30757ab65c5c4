import { Money, PortageError } from '@portage/core';
import { isSelfPayment } from '../payment/paymentMethod.js';
import type { Market } from './market.js';
import type { PricedRoute } from './pricedRoute.js';

/**
 * Refuses a payment whose fee is above the operator's ceiling now: it would be held, and its
 * deposit would go back.
 *
 * @throws PortageError `ROUTE_TEMPORARILY_RESTRICTED`
 */
export function checkFillFee(
  { route, rates, fillGas }: Pick<PricedRoute, 'route' | 'rates' | 'fillGas'>,
  { policy }: Pick<Market, 'policy'>,
): void {
  const { chain } = route.outputCurrency;
  const most = policy.fillMicroUsdMax[chain.slug];
  if (most === undefined || isSelfPayment(route.payment)) return;
  const { decimals, price } = rates.destinationNative;
  if (Money.usdUp(fillGas, decimals, price) <= most) return;
  throw new PortageError('ROUTE_TEMPORARILY_RESTRICTED', {
    message: `A payment on ${chain.info.displayName} costs more than the operator allows now.`,
    hint: 'Ask again when gas is cheaper, or choose another destination.',
  });
}
