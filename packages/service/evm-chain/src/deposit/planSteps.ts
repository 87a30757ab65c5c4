import type { Step } from '@portage/core';
import type { DepositStepsInput, OriginSwap, Deposits } from '@portage/core/chain';
import {
  hashPlan,
  noOrder,
  planTransaction,
  type Plan,
  type PlanContracts,
} from '@portage/evm/contracts';
import type { Keccak } from '@portage/evm/abi';
import { gasLimit } from '../gas/gasUnits.js';
import type { PayerTransaction } from './createItems.js';
import { createPlan } from './createPlan.js';
import type { StepsContext } from './plainSteps.js';

/** No swap ever brings more than this. */
const uint256Max = 2n ** 256n - 1n;

/** Contracts that carry plans out, and the hash that names a plan. */
export interface PlansContext extends StepsContext {
  readonly plans: PlanContracts & { readonly keccak: Keccak };
}

/** Deposit of an order whose money a swap of the payer brings. */
export type SwapDepositInput = DepositStepsInput & { readonly swap: OriginSwap };

/** Steps of a deposit that a swap of the payer brings, in one plan. */
export function swapDepositSteps(input: SwapDepositInput, context: PlansContext): readonly Step[] {
  const { requestId, orderId, payer, currency, amount, swap, isApproved } = input;
  const { items, symbolOf, chainName } = context;
  const plan = createPlan({
    requestId,
    swap,
    settlement: {
      id: orderId,
      account: payer,
      token: currency,
      minimum: swap.minimum,
      maximum: swap.maximum ?? amount,
    },
  });
  const deposit = items.paying({
    id: 'deposit',
    requestId,
    description: `Swap ${symbolOf(swap.currency)} for ${symbolOf(currency)} and deposit it on ${chainName}`,
    transaction: transactionOf({ payer, currency, swap, plan }, context),
  });
  return [...swapApprovals({ requestId, payer, swap, isApproved }, context), deposit];
}

/** Steps of a swap that pays no order: its output goes to the recipient. */
export function swapSteps(
  {
    requestId,
    payer,
    swap,
    currency,
    recipient,
    maximum,
    isApproved,
  }: Parameters<NonNullable<Deposits['swapSteps']>>[0],
  context: PlansContext,
): ReturnType<NonNullable<Deposits['swapSteps']>> {
  const { items, symbolOf, chainName, plans } = context;
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
  const step = items.paying({
    id: 'swap',
    requestId,
    description: `Swap ${symbolOf(swap.currency)} for ${symbolOf(currency)} on ${chainName}`,
    transaction: transactionOf({ payer, currency, swap, plan }, context),
  });
  return {
    swapId: hashPlan(plan, plans.keccak),
    steps: [...swapApprovals({ requestId, payer, swap, isApproved }, context), step],
  };
}

interface PlanPayment {
  readonly payer: string;
  readonly currency: string;
  readonly swap: OriginSwap;
  readonly plan: Plan;
}

function transactionOf(
  { payer, currency, swap, plan }: PlanPayment,
  { plans }: PlansContext,
): PayerTransaction {
  return {
    from: payer,
    ...planTransaction(plan, swap, plans),
    gas: gasLimit({ type: 'deposit', currency, swapGas: swap.gas }),
  };
}

function swapApprovals(
  { requestId, payer, swap, isApproved }: Omit<SwapDepositInput, 'orderId' | 'currency' | 'amount'>,
  { items, plans }: PlansContext,
): readonly Step[] {
  return items.approvals({
    requestId,
    payer,
    currency: swap.currency,
    amount: swap.amount,
    isApproved,
    spender: plans.approvalProxy,
    purpose: 'the swap',
  });
}
