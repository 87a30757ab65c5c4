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
  const { deposits, asset, payer, publicKey } = side;
  return {
    type: 'deposit',
    depository: deposits.depository,
    ...ownCosts(side),
    ask:
      deposits.forPayer === undefined
        ? undefined
        : async (signal) => ({
            deposits: await deposits.forPayer?.(
              { payer, currency: asset.address, publicKey },
              signal,
            ),
          }),
    steps: (input, given) => ({ steps: (given.deposits ?? deposits).steps(input), terms: {} }),
  };
}
