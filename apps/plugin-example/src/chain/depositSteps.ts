import type { Step } from '@portage/core';
import type { DepositStepsInput } from '@portage/core/chain';
import { depository } from '../codec.js';
import type { TallyItem } from '../wallet/item.js';

/** The one step that pays an order: a deposit, which needs no approval. */
export function depositSteps(chainId: number, input: DepositStepsInput): readonly Step[] {
  const { requestId, orderId, payer, currency, amount } = input;
  const data: TallyItem = {
    vm: 'tally',
    chainId,
    deposit: { depository, orderId, depositor: payer, currency, amount: amount.toString() },
  };
  const check = { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' as const };
  return [
    {
      id: 'deposit',
      action: 'Confirm transaction in your wallet',
      description: 'Deposit funds',
      kind: 'transaction',
      requestId,
      items: [{ status: 'incomplete', data, check }],
    },
  ];
}
