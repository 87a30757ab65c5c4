import { randomBytes } from 'node:crypto';
import type { OrderData } from '@portage/core';
import type { TestSettlement } from '@portage/settlement/testing';
import { fakeAddress } from '@portage/testing';

export const usdc: string = fakeAddress('usdc');
export const alice: string = fakeAddress('alice');

const randomId = (): string => `0x${randomBytes(32).toString('hex')}`;

/**
 * Stores a request for a payment of 1000 units of USDC on chain 1, or to another chain; answers
 * with its ids.
 */
export async function placeOrder(
  settlement: TestSettlement,
  destination = 'one',
): Promise<{ readonly requestId: string; readonly orderId: string }> {
  const deadline = 4_000_000_000;
  const order: OrderData = {
    version: 'v1',
    solverChainId: 'one',
    solver: fakeAddress('solver'),
    salt: randomId(),
    inputs: [
      {
        payment: { chainId: 'one', currency: usdc, amount: '1000', weight: '1' },
        refunds: [
          {
            chainId: 'one',
            recipient: alice,
            currency: usdc,
            minimumAmount: '0',
            deadline,
            extraData: '0x',
          },
        ],
      },
    ],
    output: {
      chainId: destination,
      payments: [
        {
          recipient: fakeAddress('bob'),
          currency: usdc,
          minimumAmount: '900',
          expectedAmount: '900',
        },
      ],
      calls: [],
      deadline,
      extraData: '0x',
    },
    fees: [],
  };
  const ids = { requestId: randomId(), orderId: randomId() };
  await settlement.saveRequest({
    id: ids.requestId,
    orderId: ids.orderId,
    originChainId: 1,
    destinationChainId: 1,
    payer: alice,
    recipient: fakeAddress('bob'),
    quote: '{}',
    orderData: JSON.stringify(order),
    createdAt: Date.now(),
    fillBy: 4_000_000_000_000,
  });
  return ids;
}
