import { zeroAddress, type EvmTransactionData, type Step } from '@portage/core';
import { addressWord, selectors, uintWord } from '@portage/evm/abi';
import type { Fees } from '../gas/fees.js';
import { gasLimit } from '../gas/gasUnits.js';

/** Chain, names and fees that all items share. */
export interface ItemsOptions {
  readonly chainId: number;
  readonly symbolOf: (currency: string) => string;
  /** Fees from memory; without any the wallet chooses them. */
  readonly fees: () => Fees | undefined;
}

/** A transaction of a payer, without chain and fees. */
export interface PayerTransaction {
  readonly from: string;
  readonly to: string;
  readonly data: string;
  readonly value: bigint;
  readonly gas: bigint;
}

interface ApprovalInput {
  readonly requestId: string;
  readonly payer: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly spender: string;
  /** Whether the payer's allowance suffices. */
  readonly isApproved: boolean | undefined;
  /** Purpose in the description, as in `the deposit`. */
  readonly purpose: string;
}

interface PayingInput {
  readonly id: 'deposit' | 'swap' | 'send';
  readonly requestId: string;
  readonly description: string;
  readonly transaction: PayerTransaction;
}

/** Makes steps of one transaction each. */
export interface Items {
  /**
   * The approval of the very amount that a currency needs: none for native currency, and none where
   * the allowance suffices, which it would lower.
   */
  approvals(input: ApprovalInput): readonly Step[];
  /** A step that pays, and whose end the status of the request tells. */
  paying(input: PayingInput): Step;
}

/** Label of a step that asks for a transaction. */
const action = 'Confirm transaction in your wallet';

/** Makes steps for one chain. */
export function createItems({ chainId, symbolOf, fees }: ItemsOptions): Items {
  const dataOf = ({ from, to, data, value, gas }: PayerTransaction): EvmTransactionData => {
    const now = fees();
    return {
      from,
      to,
      data,
      value: value.toString(),
      gas: gas.toString(),
      chainId,
      // Left out of the JSON where they are undefined.
      maxFeePerGas: now?.maxFeePerGas.toString(),
      maxPriorityFeePerGas: now?.maxPriorityFeePerGas.toString(),
    };
  };
  const approve = ({
    requestId,
    payer,
    currency,
    amount,
    spender,
    purpose,
  }: Omit<ApprovalInput, 'isApproved'>): Step => ({
    id: 'approve',
    action: action,
    description: `Approve ${symbolOf(currency)} for ${purpose}`,
    kind: 'transaction',
    requestId,
    depositAddress: '',
    items: [
      {
        status: 'incomplete',
        data: dataOf({
          from: payer,
          to: currency,
          data: `${selectors.approve}${addressWord(spender)}${uintWord(amount)}`,
          value: 0n,
          gas: gasLimit({ type: 'approve', currency }),
        }),
      },
    ],
  });
  return {
    approvals: ({ isApproved = false, ...input }) =>
      input.currency === zeroAddress || isApproved ? [] : [approve(input)],
    paying: ({ id, requestId, description, transaction }) => ({
      id,
      action: action,
      description,
      kind: 'transaction',
      requestId,
      depositAddress: '',
      items: [
        {
          status: 'incomplete',
          data: dataOf(transaction),
          check: { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' },
        },
      ],
    }),
  };
}
