import type { StoredRequest } from '@portage/settlement';
import type { DueDelivery } from '@portage/settlement/webhooks';
import { expect, it } from 'vitest';
import { deliveryBody } from './deliveryBody.js';

const transfer = {
  role: 'fill',
  chainId: 10,
  txId: '0xaa',
  currency: '0xbb',
  amount: '997500',
  isReverted: false,
} as const;

/** Body of a delivery as its receiver reads it. */
function read(content: DueDelivery['content']): unknown {
  // The printer takes no more of a delivery and a request than these members.
  const request = { id: '0x11' } as StoredRequest;
  const delivery = { event: 'transfer', createdAt: 7, webhookId: 'wh_1', request, content };
  const text = deliveryBody(delivery as DueDelivery, () => {
    throw new Error('a payment has no status');
  });
  return JSON.parse(text);
}

it('PU19: a payment is told with its place, currency and amount, and nothing else (webhooks#event-transfer)', () => {
  const { txId: txHash, ...others } = transfer;
  expect(read(transfer)).toEqual({
    event: 'transfer',
    timestamp: 7,
    data: { requestId: '0x11', txHash, ...others },
  });
});

it('PU19: a payment that a reorg took back says so (webhooks#event-reverted)', () => {
  expect(read({ ...transfer, isReverted: true })).toMatchObject({
    data: { txHash: '0xaa', isReverted: true },
  });
});
