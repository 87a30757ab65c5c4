import { gasTopup } from '@portage/fees';
import { Money, PortageError } from '@portage/core';
import type { Route } from '../route/findRoute.js';
import { readFresh } from './readFresh.js';
import type { Market, RoutePrices } from './market.js';

/**
 * What the recipient gets in native currency beside the payment; 0 where nothing was asked for.
 *
 * @throws PortageError `AMOUNT_TOO_HIGH` above what the policy tops up
 */
export function topupOf(
  { extras: { topupUnits } }: Route,
  prices: RoutePrices,
  { policy }: Pick<Market, 'policy'>,
): bigint {
  if (topupUnits === undefined) return 0n;
  const { microUsd, amount } = gasTopup(topupUnits, prices.destinationNative);
  if (microUsd > policy.topupMicroUsdMax) {
    const message = `is worth more than an account is topped up with, ${Money.formatUsd(policy.topupMicroUsdMax)} USD`;
    throw new PortageError('AMOUNT_TOO_HIGH', {
      message: `topupGasAmount ${message}.`,
      hint: '100000 is one dollar.',
      details: [{ path: 'topupGasAmount', message }],
    });
  }
  return amount;
}

/**
 * Refuses calls that want more native currency than they are paid, and a top-up that the solver
 * does not hold.
 *
 * @throws PortageError `INVALID_EXTRA_TXS`, `INSUFFICIENT_LIQUIDITY`, `PRICE_FETCH_FAILED`
 */
export function checkExtras(
  route: Route,
  market: Market,
  { topup, minimumOut }: { readonly topup: bigint; readonly minimumOut: bigint },
): void {
  const { extras, destination } = route;
  const value = extras.calls.reduce((sum, call) => sum + call.value, 0n);
  const available = destination.asset.isNative ? minimumOut : 0n;
  if (value > available) {
    const message = `carry ${value.toString()} of native currency, and are paid ${available.toString()} for certain`;
    throw new PortageError('INVALID_EXTRA_TXS', {
      message: `txs ${message}.`,
      hint: 'Ask for native currency, with EXACT_OUTPUT of at least the sum of the values.',
      details: [{ path: 'txs', message }],
    });
  }
  if (topup > 0n) checkNative(route, market, topup);
}

function checkNative(
  { destinationNative: { chain, asset } }: Route,
  { policy, now }: Market,
  topup: bigint,
): void {
  const balance = readFresh(chain.balances.spendable(asset.address), {
    what: `solver's balance of ${asset.symbol} on chain ${String(chain.id)}`,
    now,
    maxAgeMs: policy.maxAgeMs.balance,
  });
  if (topup <= balance) return;
  throw new PortageError('INSUFFICIENT_LIQUIDITY', {
    message: `The solver does not hold ${Money.format(topup, asset.decimals)} ${asset.symbol} on chain ${String(chain.id)} for the top-up.`,
    hint: 'Try without topupGas.',
  });
}
