import { Money } from '@portage/core';
import type { Market, RoutePrices } from '../price/market.js';
import { readFresh } from '../price/readFresh.js';
import type { Route } from '../route/findRoute.js';

/**
 * What moving the money out of a deposit address costs the solver, origin currency; 0 without one.
 * @throws PortageError `PRICE_FETCH_FAILED`
 */
export function readSweepGas(
  { request, origin }: Route,
  { policy, now }: Market,
  prices: RoutePrices,
): bigint {
  if (request.body.useDepositAddress !== true) return 0n;
  const { chain, asset } = origin;
  const gas = readFresh(chain.gas.estimate({ type: 'sweep', currency: asset.address }), {
    what: `gas price of chain ${String(chain.id)}`,
    now,
    maxAgeMs: policy.maxAgeMs.gas,
  });
  return Money.convertUp(gas, prices.originNative, prices.origin);
}
