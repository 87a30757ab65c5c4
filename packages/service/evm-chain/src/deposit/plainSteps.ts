import { zeroAddress, type Step } from '@portage/core';
import type { DepositStepsInput } from '@portage/core/chain';
import { addressWord, selectors, uintWord } from '@portage/evm/abi';
import { gasLimit } from '../gas/gasUnits.js';
import type { Items } from './createItems.js';
import { transferOf } from './transferOf.js';

/** Chain and builder that deposit steps are made with. */
export interface StepsContext {
  readonly chainName: string;
  readonly depository: string;
  readonly symbolOf: (currency: string) => string;
  readonly items: Items;
}

/**
 * Steps of a deposit without a swap: a transfer to the deposit address where the order has one,
 * else an approval of the exact amount, where one is needed, and the deposit under the order id.
 */
export function plainSteps(input: DepositStepsInput, context: StepsContext): readonly Step[] {
  const { requestId, payer, currency, amount, depositAddress, isApproved } = input;
  if (depositAddress !== undefined) return [transferStep(input, depositAddress, context)];
  const deposit = depositStep(input, context);
  const approvals = context.items.approvals({
    requestId,
    payer,
    currency,
    amount,
    isApproved,
    spender: context.depository,
    purpose: 'the deposit',
  });
  return [...approvals, deposit];
}

function transferStep(
  { requestId, orderId, payer, currency, amount }: DepositStepsInput,
  depositAddress: string,
  { items, symbolOf, chainName }: StepsContext,
): Step {
  const step = items.paying({
    id: 'deposit',
    requestId,
    description: `Send ${symbolOf(currency)} on ${chainName}`,
    transaction: transferOf({ payer, currency, amount }, depositAddress),
  });
  return { ...step, depositAddress, depositAddressId: orderId };
}

function depositStep(
  { requestId, orderId, payer, currency, amount }: DepositStepsInput,
  { items, symbolOf, chainName, depository }: StepsContext,
): Step {
  const id = orderId.slice(2);
  const isNative = currency === zeroAddress;
  return items.paying({
    id: 'deposit',
    requestId,
    description: `Deposit ${symbolOf(currency)} on ${chainName}`,
    transaction: {
      from: payer,
      to: depository,
      data: isNative
        ? `${selectors.depositNative}${addressWord(payer)}${id}`
        : `${selectors.depositErc20}${addressWord(payer)}${addressWord(currency)}${uintWord(amount)}${id}`,
      value: isNative ? amount : 0n,
      gas: gasLimit({ type: 'deposit', currency }),
    },
  });
}
