import type { Route } from '../route/route.js';
import type { Market } from './market.js';

/** Gas that the solver burns to bring the deposit in, origin native currency. */
export function depositGasOf(
  { payment, inputCurrency }: Route,
  market: Pick<Market, 'gas'>,
  swapGas?: number,
): bigint {
  return payment.solverGas((operation) => market.gas(inputCurrency.chain, operation), swapGas);
}
