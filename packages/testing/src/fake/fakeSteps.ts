import type { Step } from '@portage/core';
import type { DepositStepsInput } from '@portage/core/chain';
import { amountSchema } from '@portage/core/schemas';
import { z } from 'zod';
import { fakeDepository, fakeNative } from './fakeAddress.js';

interface FakeItemCommon {
  readonly vm: 'fake';
  readonly chainId: number;
  readonly currency: string;
  /** Decimal digits. */
  readonly amount: string;
}

/** Data of an item on a fake chain: the actions that the executor would sign. */
export type FakeItem = FakeItemCommon &
  (
    | {
        readonly action: 'deposit';
        readonly orderId: string;
        readonly depositor: string;
        readonly depository: string;
      }
    | { readonly action: 'approve'; readonly spender: string }
    | { readonly action: 'transfer'; readonly recipient: string }
  );

const common = {
  vm: z.literal('fake'),
  chainId: z.number(),
  currency: z.string(),
  amount: amountSchema,
};

/** Schema of the data of items on fake chains. */
export const fakeItemSchema: z.ZodType<FakeItem> = z.discriminatedUnion('action', [
  z.object({
    ...common,
    action: z.literal('deposit'),
    orderId: z.string(),
    depositor: z.string(),
    depository: z.string(),
  }),
  z.object({ ...common, action: z.literal('approve'), spender: z.string() }),
  z.object({ ...common, action: z.literal('transfer'), recipient: z.string() }),
]);

/**
 * Makes the steps that pay an order on a fake chain. A token is approved first, as on most chains
 * with approvals.
 */
export function fakeSteps(
  chainId: number,
  { requestId, orderId, payer, currency, amount }: DepositStepsInput,
): readonly Step[] {
  const shared = { vm: 'fake' as const, chainId, currency, amount: amount.toString() };
  const approve = { ...shared, action: 'approve', spender: fakeDepository } satisfies FakeItem;
  const deposit = {
    ...shared,
    action: 'deposit',
    orderId,
    depositor: payer,
    depository: fakeDepository,
  } satisfies FakeItem;
  const steps: Step[] = [];
  if (currency !== fakeNative) {
    steps.push({
      id: 'approve',
      action: 'Confirm transaction in your wallet',
      description: 'Approve the exact amount',
      kind: 'transaction',
      requestId,
      items: [{ status: 'incomplete', data: approve }],
    });
  }
  const check = { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' as const };
  steps.push({
    id: 'deposit',
    action: 'Confirm transaction in your wallet',
    description: 'Deposit funds',
    kind: 'transaction',
    requestId,
    items: [{ status: 'incomplete', data: deposit, check }],
  });
  return steps;
}
