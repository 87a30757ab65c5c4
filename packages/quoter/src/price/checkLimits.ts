import { Money, PortageError } from '@portage/core';
import { capacityOf } from '../capacity.js';
import type { Policy } from '../policy.js';
import type { Place } from '../route/catalog.js';
import type { Route } from '../route/findRoute.js';
import type { Market, RoutePrices } from './market.js';
import { readBalance } from './readMarket.js';

/** Orders hold amounts as 256-bit numbers. */
const orderAmountMax = 2n ** 256n - 1n;

/** Amounts of a quote. */
export interface QuotedAmounts {
  readonly amountIn: bigint;
  readonly amountOut: bigint;
}

/** The same with what the solver spends. */
export interface SpentAmounts extends QuotedAmounts {
  readonly amountHeld: bigint;
}

/**
 * Refuses amounts that are too small, more than one request may move, more than the solver holds,
 * or too long to write.
 *
 * @throws PortageError `AMOUNT_TOO_LOW`, `INSUFFICIENT_LIQUIDITY`, `PRICE_FETCH_FAILED`,
 *   `AMOUNT_TOO_HIGH`
 */
export function checkLimits(
  route: Route,
  market: Market,
  prices: RoutePrices,
  { amountIn, amountHeld, amountOut }: SpentAmounts,
): void {
  checkSize(route, market, prices, amountIn);
  checkCapacity(
    route.origin,
    Money.usdDown(amountIn, prices.origin.decimals, prices.origin.price),
    market.policy,
  );
  checkCapacity(
    route.held,
    Money.usdDown(amountHeld, prices.held.decimals, prices.held.price),
    market.policy,
  );
  checkBalance(route, market, amountHeld);
  if (amountIn > orderAmountMax || amountOut > orderAmountMax)
    throw new PortageError('AMOUNT_TOO_HIGH', {
      message: 'The amount does not fit the 256 bits of an order.',
      details: [{ path: 'amount', message: 'does not fit 256 bits' }],
    });
}

/** Refuses an input that is worth too little. @throws PortageError `AMOUNT_TOO_LOW` */
export function checkSize(
  { origin }: Route,
  { policy }: Market,
  { origin: { decimals, price } }: RoutePrices,
  amountIn: bigint,
): void {
  const valueIn = Money.usdDown(amountIn, decimals, price);
  if (valueIn < policy.minimumInputMicroUsd) {
    const least = Money.fromUsdUp(policy.minimumInputMicroUsd, decimals, price);
    throw new PortageError('AMOUNT_TOO_LOW', {
      message: `The amount is below the smallest that is taken, ${Money.format(least, origin.asset.decimals)} ${origin.asset.symbol}.`,
      details: [{ path: 'amount', message: 'is below the smallest that is taken' }],
      context: { amount: amountIn.toString(), minimumAmount: least.toString() },
    });
  }
}

function checkCapacity(place: Place, microUsd: bigint, policy: Policy): void {
  const capacity = capacityOf(place.name, policy);
  if (microUsd <= capacity) return;
  const where =
    capacity === policy.capacityPerRequestMicroUsd
      ? ''
      : ` in ${place.asset.symbol} on chain ${String(place.chain.id)}`;
  throw new PortageError('INSUFFICIENT_LIQUIDITY', {
    message: `The amount is worth more than one request may move${where}, ${Money.formatUsd(capacity)} USD.`,
    hint: 'Split the amount over several requests.',
    details: [{ path: 'amount', message: 'is more than one request may move' }],
    context: { capacityPerRequestUsd: Money.formatUsd(capacity) },
  });
}

function checkBalance({ held }: Route, market: Market, amount: bigint): void {
  const { chain, asset } = held;
  const balance = readBalance(held, market);
  if (amount > balance) {
    throw new PortageError('INSUFFICIENT_LIQUIDITY', {
      message: `The solver does not hold ${Money.format(amount, asset.decimals)} ${asset.symbol} on chain ${String(chain.id)}.`,
      hint: 'Try a smaller amount.',
      details: [{ path: 'amount', message: 'is more than the solver holds' }],
      context: { available: balance.toString(), needed: amount.toString() },
    });
  }
}
