import {
  assert,
  zeroAddress,
  type DepositAddresses,
  type Deposits,
  type DepositStepsInput,
  type RawCalls,
  type Step,
} from '@portage/core';
import { hashPlan } from '../../plan/hashPlan.js';
import { noOrder } from '../../plan/plan.js';
import { planTransaction, type PlanContracts } from '../../plan/planCalldata.js';
import { selectors } from '../../selectors.js';
import { addressWord, uintWord } from '../../words.js';
import type { Fees } from '../gas/createFees.js';
import { gasLimit } from '../gas/gasUnits.js';
import { createItems } from './createItems.js';
import { createPermits, type PermitsOptions } from './createPermits.js';
import { createPlan } from './createPlan.js';
import { transferOf } from './transferOf.js';

/** What deposit steps are made from. */
export interface DepositsOptions {
  readonly chainId: number;
  readonly chainName: string;
  readonly depository: string;
  /** Who carries out plans; without it payers cannot swap. */
  readonly plans?:
    (PlanContracts & { readonly keccak: (bytes: Uint8Array) => Uint8Array }) | undefined;
  /** How tokens are taken with a signature; needs `plans`. */
  readonly permits?: Pick<PermitsOptions, 'tokens' | 'readNonce'> | undefined;
  /** Absent where nothing makes deposit addresses. */
  readonly addresses?: DepositAddresses | undefined;
  /** Absent where nothing is spent on the chain. */
  readonly rawCalls?: RawCalls | undefined;
  readonly symbolOf: (currency: string) => string;
  /** Fees from memory; without any the wallet chooses them. */
  readonly fees: () => Fees | undefined;
}

/** No more than this ever comes out. */
const uint256Max = 2n ** 256n - 1n;

/**
 * The steps that pay an order: for a token first an approval of the very amount, then the deposit
 * under the order id, with the payer as depositor. Where a swap brings what is paid, the approval
 * is to the approval proxy and the deposit is a plan.
 */
export function createDeposits(options: DepositsOptions): Deposits {
  const { depository, plans } = options;
  const items = createItems(options);

  const depositStep = (
    { requestId, currency, swap }: DepositStepsInput,
    transaction: {
      readonly from: string;
      readonly to: string;
      readonly data: string;
      readonly value: bigint;
    },
  ): Step =>
    items.paying({
      id: 'deposit',
      requestId,
      description:
        swap === undefined
          ? `Deposit ${options.symbolOf(currency)} on ${options.chainName}`
          : `Swap ${options.symbolOf(swap.currency)} for ${options.symbolOf(currency)} and deposit it on ${options.chainName}`,
      transaction: {
        from: transaction.from,
        to: transaction.to,
        data: transaction.data,
        value: transaction.value,
        gas: gasLimit({ type: 'deposit', currency, swapGas: swap?.gas }),
      },
    });

  const plain = (input: DepositStepsInput): readonly Step[] => {
    const { requestId, orderId, payer, currency, amount, depositAddress } = input;
    if (depositAddress !== undefined) {
      const step = items.paying({
        id: 'deposit',
        requestId,
        description: `Send ${options.symbolOf(currency)} on ${options.chainName}`,
        transaction: transferOf({ payer, currency, amount }, depositAddress),
      });
      return [{ ...step, depositAddress, depositAddressId: orderId }];
    }
    const id = orderId.slice(2);
    if (currency === zeroAddress)
      return [
        depositStep(input, {
          from: payer,
          to: depository,
          data: `${selectors.depositNative}${addressWord(payer)}${id}`,
          value: amount,
        }),
      ];
    const data = `${selectors.depositErc20}${addressWord(payer)}${addressWord(currency)}${uintWord(amount)}${id}`;
    return [
      items.approve({
        requestId,
        payer,
        currency,
        amount,
        spender: depository,
        purpose: 'the deposit',
      }),
      depositStep(input, { from: payer, to: depository, data, value: 0n }),
    ];
  };

  if (plans === undefined) {
    const steps: Deposits['steps'] = (input) => {
      assert(input.swap === undefined, 'only a chain that takes swaps is asked for one');
      return plain(input);
    };
    return {
      depository,
      addresses: options.addresses,
      rawCalls: options.rawCalls,
      steps,
    };
  }
  const permits =
    options.permits === undefined || options.permits.tokens.size === 0
      ? undefined
      : createPermits({ ...options, ...plans, ...options.permits, items });
  const steps: Deposits['steps'] = (input) => {
    const { requestId, orderId, payer, currency, amount, swap } = input;
    if (swap === undefined) return plain(input);
    const plan = createPlan({
      requestId,
      swap,
      settlement: {
        id: orderId,
        account: payer,
        token: currency,
        minimum: swap.minimum,
        maximum: amount,
      },
    });
    const deposit = depositStep(input, { from: payer, ...planTransaction(plan, swap, plans) });
    return [
      ...items.approvals({
        requestId,
        payer,
        currency: swap.currency,
        amount: swap.amount,
        spender: plans.approvalProxy,
        purpose: 'the swap',
      }),
      deposit,
    ];
  };
  return {
    depository,
    addresses: options.addresses,
    rawCalls: options.rawCalls,
    takesSwaps: true,
    ...(permits === undefined ? {} : { permits }),
    steps,
    swapSteps: ({ requestId, payer, swap, currency, recipient, maximum }) => {
      const plan = createPlan({
        requestId,
        swap,
        settlement: {
          id: noOrder,
          account: recipient,
          token: currency,
          minimum: swap.minimum,
          maximum: maximum ?? uint256Max,
        },
      });
      const transaction = {
        from: payer,
        ...planTransaction(plan, swap, plans),
        gas: gasLimit({ type: 'deposit', currency, swapGas: swap.gas }),
      };
      const description = `Swap ${options.symbolOf(swap.currency)} for ${options.symbolOf(currency)} on ${options.chainName}`;
      const approvals = items.approvals({
        requestId,
        payer,
        currency: swap.currency,
        amount: swap.amount,
        spender: plans.approvalProxy,
        purpose: 'the swap',
      });
      return {
        swapId: hashPlan(plan, plans.keccak),
        steps: [...approvals, items.paying({ id: 'swap', requestId, description, transaction })],
      };
    },
  };
}
