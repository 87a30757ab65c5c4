import { gasTopup } from '@portage/fees';
import { Money, requestFault } from '@portage/core';
import type { Route } from '../route/route.js';
import type { Market } from './market.js';
import type { RouteRates } from './rates.js';

/** Parts of a payment beside the transfer that burn gas. */
export interface FillExtras {
  /** Native currency beside the payment; 0 where there is none. */
  readonly topup: bigint;
  /** Gas of the swap that brings what is paid, units. */
  readonly swapGas: number | undefined;
}

/** Gas of the payment on the destination chain, its native currency. */
export function fillGasOf(
  { outputCurrency: { chain, asset }, accounts: { recipient }, extras }: Route,
  market: Pick<Market, 'gas'>,
  { topup, swapGas }: FillExtras,
): bigint {
  const { calls, callsGas, authorizations } = extras;
  return market.gas(chain, {
    type: 'fill',
    currency: asset.address,
    recipient,
    calls,
    callsGas,
    authorizations,
    topup,
    swapGas,
  });
}

/**
 * Native currency that the recipient gets beside the payment; 0 where none was asked for.
 *
 * @throws PortageError `AMOUNT_TOO_HIGH` above what the policy tops up
 */
export function topupOf(
  { extras: { topupUnits } }: Route,
  { policy }: Pick<Market, 'policy'>,
  { destinationNative }: RouteRates,
): bigint {
  if (topupUnits === undefined) return 0n;
  const { microUsd, amount } = gasTopup(topupUnits, destinationNative);
  if (microUsd > policy.topupMicroUsdMax) {
    const message = `is worth more than an account is topped up with, ${Money.formatUsd(policy.topupMicroUsdMax)} USD`;
    throw requestFault('topupGasAmount', message, {
      code: 'AMOUNT_TOO_HIGH',
      message: `topupGasAmount ${message}.`,
      hint: '100000 is one dollar.',
    });
  }
  return amount;
}
