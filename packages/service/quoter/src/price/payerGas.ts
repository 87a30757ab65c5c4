import { isSelfPayment } from '../payment/paymentMethod.js';
import type { Route } from '../route/route.js';
import type { Market } from './market.js';

/** Facts that decide the gas of the payer's own transactions. */
export interface OwnTransactions {
  /** Gas of a swap before the deposit, units. */
  readonly swapGas: number | undefined;
  /** Whether no approval is asked for. */
  readonly isApproved: boolean;
}

/**
 * Gas of the payer's own transactions, origin native currency. Of what the
 * payer makes alone the rent of the recipient's new account is part, which the transaction lays
 * out.
 */
export function payerGasOf(
  { payment, inputCurrency }: Route,
  market: Market,
  { swapGas, isApproved }: OwnTransactions,
): bigint {
  const gas = payment.payerGas(
    (operation) =>
      isApproved && operation.type === 'approve' ? 0n : market.gas(inputCurrency.chain, operation),
    swapGas,
  );
  return isSelfPayment(payment) ? gas + (market.facts.rent ?? 0n) : gas;
}
