import {
  applyFixedRate,
  invertFixedRate,
  splitFees,
  unsponsored,
  type FixedRate,
} from '@portage/fees';
import { Money, PortageError } from '@portage/core';
import type { Route } from '../route/findRoute.js';
import type { Charge, Costs } from './chargeInput.js';
import type { QuotedAmounts } from './checkLimits.js';
import type { RoutePrices } from './market.js';

/**
 * Amounts at a fixed rate, rounded against the payer. The fee is what the rate leaves of the input
 * at market prices, and its `price` part is what of it gas, rent, flat fee and share do not
 * explain.
 *
 * @throws PortageError `NO_QUOTES` where the rate gives more than the input is worth
 */
export function chargeFixedRate(
  { request }: Route,
  prices: RoutePrices,
  { gas, rent, fixed, gatewayBps }: Costs,
  rate: FixedRate,
): QuotedAmounts & { readonly charge: Charge } {
  const decimals = { input: prices.origin.decimals, output: prices.destination.decimals };
  const isInput = request.body.tradeType === 'EXACT_INPUT';
  const amountIn = isInput ? request.amount : invertFixedRate(request.amount, rate, decimals);
  const amountOut = isInput ? applyFixedRate(request.amount, rate, decimals) : request.amount;
  const worth = Money.convertUp(amountOut, prices.destination, prices.origin);
  if (amountOut === 0n || worth > amountIn) {
    throw new PortageError(amountOut === 0n ? 'AMOUNT_TOO_LOW' : 'NO_QUOTES', {
      message:
        amountOut === 0n
          ? 'The amount gives nothing at the fixed rate.'
          : 'The fixed rate gives more than the input is worth.',
      details: [
        {
          path: 'fixedRate',
          message: amountOut === 0n ? 'gives nothing' : 'gives more than the input is worth',
        },
      ],
    });
  }
  const gateway = Money.mulDivUp(amountIn, gatewayBps, Money.wholeBps);
  const fees = splitFees({
    gas,
    fixed,
    price: amountIn - worth - gas - rent - fixed - gateway,
    gateway,
    app: 0n,
    rent,
  });
  return {
    amountIn,
    amountOut,
    charge: { fees, appFees: { shares: [], total: 0n }, sponsorship: unsponsored(fees.buckets) },
  };
}
