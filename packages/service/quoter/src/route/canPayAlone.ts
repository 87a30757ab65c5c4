import type { PayingSide } from '../payment/paymentMethod.js';
import type { QuoteRequest } from '@portage/core';
import { keepsSurplus } from '../request/keepsSurplus.js';

/**
 * Tells whether the payer of a swap within one chain makes it alone. The solver makes it where that
 * is asked for, where the payer is to swap nothing, and where something is that only an order can
 * promise: calls, gas, app fees, a rate, that the solver gets the surplus, or a payment that is not
 * the payer's own transaction.
 *
 * @see docs/spec/quote.md#forceSolverExecution
 */
export function canPayAlone(
  { body, appFees }: QuoteRequest,
  { chain, deposits }: Pick<PayingSide, 'chain' | 'deposits'>,
): boolean {
  if (
    chain.swaps === undefined ||
    deposits.swapSteps === undefined ||
    body.forceSolverExecution === true ||
    body.disableOriginSwaps === true ||
    keepsSurplus({ body })
  )
    return false;
  const needsOrder = [
    (body.txs ?? []).length > 0,
    (body.authorizationList ?? []).length > 0,
    body.topupGas === true,
    body.usePermit === true,
    body.originGasOverhead !== undefined,
    body.useDepositAddress === true,
    body.fixedRate !== undefined,
    appFees.some(({ bpsE24 }) => bpsE24 > 0n),
  ];
  return !needsOrder.includes(true);
}
