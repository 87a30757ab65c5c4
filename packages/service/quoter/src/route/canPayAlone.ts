import type { PayingSide } from '../payment/paymentMethod.js';
import type { QuoteRequest } from '@portage/core';
import type { SendPayment } from '@portage/core/plugin';
import { keepsSurplus } from '../request/keepsSurplus.js';

/** Facts that decide whether a payer pays without the solver. */
export interface AloneInput extends Pick<PayingSide, 'chain' | 'deposits'> {
  /** Whether input and output are one currency, so that nothing is swapped. */
  readonly isSend: boolean;
  /** Accounts and currency of what comes out. */
  readonly payout: SendPayment;
}

/**
 * Tells whether the payer of a swap or a transfer within one chain makes it alone. The solver makes
 * it where that is asked for, where the payer is to swap nothing, and where something is that only
 * an order can promise: calls, gas, app fees, a rate, that the solver gets the surplus, or a
 * payment that is not the payer's own transaction.
 *
 * @see docs/spec/quote.md#forceSolverExecution
 */
export function canPayAlone(
  { body, appFees }: QuoteRequest,
  { chain, deposits, isSend, payout }: AloneInput,
): boolean {
  const isPossible = isSend
    ? deposits.sends !== undefined
    : chain.swaps !== undefined &&
      deposits.swapSteps !== undefined &&
      deposits.canSwapAlone?.(payout) !== false &&
      body.disableOriginSwaps !== true &&
      !keepsSurplus({ body });
  const needsOrder = [
    body.forceSolverExecution === true,
    (body.txs ?? []).length > 0,
    (body.authorizationList ?? []).length > 0,
    body.topupGas === true,
    body.usePermit === true,
    body.originGasOverhead !== undefined,
    body.useDepositAddress === true,
    body.fixedRate !== undefined,
    appFees.some(({ bpsE24 }) => bpsE24 > 0n),
  ];
  return isPossible && !needsOrder.includes(true);
}
