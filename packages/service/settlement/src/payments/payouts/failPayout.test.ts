import { expect, it } from 'vitest';
import type { RowOf } from '../../transactions/outbox/readOutbox.js';
import type { PayoutIntent } from '../../transactions/settlements/payoutIntent.js';
import { failPayout } from './failPayout.js';

const chain = { id: 10, native: 'eth' };
const intent: PayoutIntent = {
  type: 'fill',
  currency: 'usdc',
  recipient: 'bob',
  amount: '900',
  credit: { asset: '1:usdc', amount: '1000' },
  solver: 'solver',
  deadline: 2_000,
};

/** Transaction of a payout that can no longer land. */
const rowOf = (paid: PayoutIntent): RowOf<'payout'> => ({
  txId: '0x1',
  raw: new Uint8Array(),
  sender: 'solver',
  sequence: 4n,
  state: 'sent',
  place: 0,
  purpose: paid.type,
  ageMs: 10,
  sentHeight: 100,
  reorgCount: 0,
  versions: 2,
  obligation: {
    kind: 'payout',
    pays: paid.type,
    orderId: 'order',
    leg: 'main',
    intent: paid,
    gasReserved: 2n,
    deposit: { chainId: 1, txId: '0xa', ordinal: 0 },
  },
  isSeen: false,
  isFilled: false,
});

it.each([
  [
    'every version of it was replaced (status#TRANSACTION_NOT_INCLUDED)',
    false,
    intent,
    'TRANSACTION_NOT_INCLUDED',
  ],
  ['it reverted', true, intent, 'TRANSACTION_REVERTED'],
  [
    'its calls may be why',
    true,
    { ...intent, calls: [{ to: 'game', value: '0', data: '0x' }] },
    'EXECUTION_REVERTED',
  ],
])('gives the deposit of a fill back, and says that %s', (_, isReverted, paid, failReason) => {
  const { requests, jobs } = failPayout({ chain }, rowOf(paid), isReverted);
  expect(requests).toEqual([{ orderId: 'order', events: ['fillDropped'], failReason }]);
  expect(jobs).toMatchObject([
    { kind: 'refund', orderId: 'order', chainId: 1, amount: 1_000n, reason: failReason },
  ]);
});

it('signs a refund anew after a pause, and leaves its request as it is', () => {
  const refund = { ...intent, type: 'refund' } as PayoutIntent;
  const { requests, jobs } = failPayout({ chain }, rowOf(refund), false);
  expect(requests).toEqual([]);
  expect(jobs).toMatchObject([{ kind: 'refund', delayMs: 5_000 }]);
});
