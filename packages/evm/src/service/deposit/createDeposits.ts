import { ZERO_ADDRESS, type Deposits, type EvmTransactionData, type Step, type StepItem } from '@portage/core';
import { selectors } from '../../selectors.js';
import { addressWord, uintWord } from '../../words.js';
import type { Fees } from '../gas/createFees.js';
import { gasLimit } from '../gas/gasUnits.js';

/** What deposit steps are made from. */
export interface DepositsOptions {
  readonly chainId: number;
  readonly chainName: string;
  readonly depository: string;
  readonly symbolOf: (currency: string) => string;
  /** Fees from memory; without any the wallet chooses them. */
  readonly fees: () => Fees | undefined;
}

/**
 * The steps that pay an order: for a token first an approval of the very amount to the depository, then the deposit
 * under the order id, with the payer as depositor.
 */
export function createDeposits(options: DepositsOptions): Deposits {
  const { chainId, depository } = options;

  const item = (transaction: { readonly from: string; readonly to: string; readonly data: string; readonly value: bigint; readonly gas: bigint }): StepItem => {
    const fees = options.fees();
    const data: EvmTransactionData = {
      ...transaction,
      value: transaction.value.toString(),
      gas: transaction.gas.toString(),
      chainId,
      ...(fees === undefined ? {} : { maxFeePerGas: fees.maxFeePerGas.toString(), maxPriorityFeePerGas: fees.maxPriorityFeePerGas.toString() }),
    };
    return { status: 'incomplete', data };
  };

  return {
    depository,
    steps: ({ requestId, orderId, payer, currency, amount }) => {
      const symbol = options.symbolOf(currency);
      const native = currency === ZERO_ADDRESS;
      const id = orderId.slice(2);
      const data = native
        ? `${selectors.depositNative}${addressWord(payer)}${id}`
        : `${selectors.depositErc20}${addressWord(payer)}${addressWord(currency)}${uintWord(amount)}${id}`;
      const gas = gasLimit({ type: 'deposit', currency });
      const deposit: Step = {
        id: 'deposit',
        action: 'Confirm transaction in your wallet',
        description: `Deposit ${symbol} on ${options.chainName}`,
        kind: 'transaction',
        requestId,
        depositAddress: '',
        items: [
          {
            ...item({ from: payer, to: depository, data, value: native ? amount : 0n, gas }),
            check: { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' },
          },
        ],
      };
      if (native) return [deposit];
      const approval = `${selectors.approve}${addressWord(depository)}${uintWord(amount)}`;
      const approve: Step = {
        id: 'approve',
        action: 'Confirm transaction in your wallet',
        description: `Approve ${symbol} for the deposit`,
        kind: 'transaction',
        requestId,
        depositAddress: '',
        items: [item({ from: payer, to: currency, data: approval, value: 0n, gas: gasLimit({ type: 'approve', currency }) })],
      };
      return [approve, deposit];
    },
  };
}
