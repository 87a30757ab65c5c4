import type { OrderPayment, PayingSide, PaymentCosts } from './paymentMethod.js';

/** Costs of transactions that the payer makes itself: an approval of tokens, then the payment. */
export function ownCosts({ asset }: PayingSide): PaymentCosts {
  const { address: currency, isNative } = asset;
  return {
    payerGas: (cost, swapGas) => {
      const deposit = cost({ type: 'deposit', currency, swapGas });
      return isNative ? deposit : cost({ type: 'approve', currency }) + deposit;
    },
    solverGas: () => 0n,
    solverPaysSwapGas: false,
  };
}

/** A deposit that the payer makes itself. */
export function createDepositPayment(side: PayingSide): OrderPayment {
  return {
    type: 'deposit',
    depository: side.deposits.depository,
    ...ownCosts(side),
    steps: (input) => ({ steps: side.deposits.steps(input), terms: {} }),
  };
}
