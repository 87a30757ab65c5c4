import type { ReleaseEvent } from '@portage/core/chain';
import { expect, test } from 'vitest';
import type { RefundTransaction } from '../../transactions/outbox/readRefundTransactions.js';
import { nameReleases } from './nameReleases.js';

const id = (byte: string): string => `0x${byte.repeat(32)}`;
const release: ReleaseEvent = {
  type: 'release',
  txId: 'refund',
  ordinal: 0,
  height: 1,
  blockHash: '0x01',
  orderId: id('00'),
  depositor: '0x00',
  currency: 'usdc',
  amount: 7n,
  recipient: 'alice',
};
// Nothing else of it is read.
const refund = { txId: 'refund', orderId: id('aa'), leg: 'main', intent: {} } as RefundTransaction;

test('a release from no escrow belongs to the order of our transaction, and others to their own', () => {
  expect(nameReleases([release], [refund])[0]!.orderId).toBe(id('aa'));
  const requoted = { ...refund, intent: { ...refund.intent, paidUnder: id('bb') } };
  expect(nameReleases([release], [requoted])[0]!.orderId).toBe(id('bb'));
  const own = { ...release, orderId: id('cc') };
  expect(nameReleases([own, { ...release, txId: 'other' }], [refund])).toEqual([
    own,
    { ...release, txId: 'other' },
  ]);
});
