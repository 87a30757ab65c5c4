import {
  isPortageError,
  PortageError,
  type GasOperation,
  type Price,
  type Side,
} from '@portage/core';
import { findGasless, rawCallPayment } from '../gasless.js';
import { findPermits } from '../permit.js';
import type { Place } from '../route/catalog.js';
import type { Route } from '../route/findRoute.js';
import type { Market, RoutePrices } from './market.js';
import { readFresh } from './readFresh.js';

/** Prices in memory. @throws PortageError `PRICE_FETCH_FAILED` */
export function readPrices(route: Route, { prices, policy, now }: Market): RoutePrices {
  const side = ({ asset }: Place): Side => {
    const price: Price = readFresh(prices.price(asset.id), {
      what: `price of ${asset.id}`,
      now,
      maxAgeMs: policy.maxAgeMs.price,
    });
    if (price.usdE12 <= 0n)
      throw new PortageError('PRICE_FETCH_FAILED', {
        message: `The price of ${asset.id} is not positive.`,
      });
    return { decimals: asset.decimals, price };
  };
  const [origin, destination] = [side(route.origin), side(route.destination)];
  return {
    given: route.given === route.origin ? origin : side(route.given),
    origin,
    held: route.held === route.destination ? destination : side(route.held),
    destination,
    originNative: route.originNative === route.origin ? origin : side(route.originNative),
    destinationNative:
      route.destinationNative === route.destination ? destination : side(route.destinationNative),
  };
}

/**
 * What the payment costs on the destination chain, in its native currency. @throws PortageError
 * `PRICE_FETCH_FAILED`
 */
export function readFillGas(
  { destination: { chain, asset }, extras }: Route,
  { policy, now }: Market,
  { swapGas, topup }: { readonly swapGas: number | undefined; readonly topup: bigint },
): bigint {
  const { calls, callsGas, authorizations } = extras;
  const estimate = chain.gas.estimate({
    type: 'fill',
    currency: asset.address,
    calls,
    callsGas,
    authorizations,
    topup,
    swapGas,
  });
  return readFresh(estimate, {
    what: `gas price of chain ${String(chain.id)}`,
    now,
    maxAgeMs: policy.maxAgeMs.gas,
  });
}

/**
 * Rent of the accounts that the payment opens for its recipient, in the native currency of the
 * destination; undefined on chains without rent, without waiting. The one reading of a quote that
 * memory may not have: whether an account that was never asked about is there.
 *
 * @throws PortageError `PRICE_FETCH_FAILED`, `INVALID_RECIPIENT`
 */
export function readRent({
  destination: { chain, asset },
  recipient,
}: Route): bigint | Promise<bigint> | undefined {
  const rent = chain.gas.rent?.({ currency: asset.address, recipient });
  if (rent === undefined || typeof rent === 'bigint') return rent;
  return rent.catch((cause: unknown) => {
    // What the reading says about the recipient itself is not a matter of asking again.
    if (isPortageError(cause) && cause.code !== 'RPC_HTTP_ERROR') throw cause;
    throw new PortageError('PRICE_FETCH_FAILED', {
      message: `Whether the recipient has an account on chain ${String(chain.id)} could not be read.`,
      hint: 'Ask again in a few seconds.',
      cause,
    });
  });
}

/**
 * What the deposit costs the solver where the payer only signs for it, in the native currency of
 * the origin. @throws PortageError `PRICE_FETCH_FAILED`
 */
export function readDepositGas(route: Route, { policy, now }: Market, swapGas?: number): bigint {
  const { chain, asset } = route.given;
  const gasless = findGasless(route);
  const gasLimit =
    gasless === undefined
      ? findPermits(route)?.gas({ currency: asset.address, swapGas })
      : gasless.rawCalls.gas(rawCallPayment(route, gasless, swapGas));
  if (gasLimit === undefined) return 0n;
  return readFresh(chain.gas.estimate({ type: 'call', gasLimit }), {
    what: `gas price of chain ${String(chain.id)}`,
    now,
    maxAgeMs: policy.maxAgeMs.gas,
  });
}

/**
 * What the payer's own transactions cost, in the native currency of the origin. @throws
 * PortageError `PRICE_FETCH_FAILED`
 */
export function readOriginGas(route: Route, { policy, now }: Market, swapGas?: number): bigint {
  const {
    given: { chain, asset },
    request,
  } = route;
  const cost = (operation: GasOperation): bigint =>
    readFresh(chain.gas.estimate(operation), {
      what: `gas price of chain ${String(chain.id)}`,
      now,
      maxAgeMs: policy.maxAgeMs.gas,
    });
  const { address: currency } = asset;
  if (request.body.useDepositAddress === true) return cost({ type: 'transfer', currency });
  if (findGasless(route) !== undefined) return 0n;
  const permits = findPermits(route);
  if (permits !== undefined)
    return permits.needsApproval(currency) ? cost({ type: 'approve', currency }) : 0n;
  const deposit = cost({ type: 'deposit', currency, swapGas });
  return asset.isNative ? deposit : cost({ type: 'approve', currency }) + deposit;
}

/** What the solver holds of a currency. @throws PortageError `PRICE_FETCH_FAILED` */
export function readBalance({ chain, asset }: Place, { policy, now }: Market): bigint {
  return readFresh(chain.balances.spendable(asset.address), {
    what: `solver's balance of ${asset.symbol} on chain ${String(chain.id)}`,
    now,
    maxAgeMs: policy.maxAgeMs.balance,
  });
}
