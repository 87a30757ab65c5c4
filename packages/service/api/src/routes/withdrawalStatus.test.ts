import type { StoredWithdrawal } from '@portage/settlement';
import { expect, it } from 'vitest';
import { renderWithdrawal } from './withdrawalStatus.js';

type Part = StoredWithdrawal['parts'][number];

const paid: Part = { state: 'paid', amount: 60n, paid: 58n, txId: '0xaa', reason: undefined };
const returned: Part = {
  state: 'returned',
  amount: 40n,
  paid: undefined,
  txId: undefined,
  reason: 'MANUAL_REFUND_REQUIRED',
};
const sent: Part = { ...paid, state: 'sent' };
const waiting: Part = { ...returned, state: 'waiting', reason: undefined };

const render = (parts: readonly Part[]) =>
  renderWithdrawal(
    {
      id: '0x1',
      chainId: 1,
      currency: 'usdc',
      amount: 100n,
      owner: 'alice',
      recipient: 'bob',
      createdAt: 0,
      expiresAt: 1_000,
      parts,
    },
    'one',
  );

it.each([
  ['all of it was paid', [paid, paid], 'executed', ['116', '0']],
  ['a part came back', [paid, returned], 'failed', ['58', '40']],
  ['all of it came back', [returned, returned], 'failed', ['0', '80']],
  [
    'its time was over',
    [
      { ...returned, reason: 'EXPIRED' },
      { ...returned, reason: 'EXPIRED' },
    ],
    'expired',
    ['0', '80'],
  ],
  [
    'a part was paid and the time was over',
    [paid, { ...returned, reason: 'EXPIRED' }],
    'expired',
    ['58', '40'],
  ],
  ['a part may still be paid', [returned, sent], 'initiating', ['0', '40']],
  ['a part is to be signed', [paid, waiting], 'processing', ['58', '0']],
] as const)('a withdrawal of which %s (withdrawals#withdrawal)', (_, parts, status, amounts) => {
  const rendered = render(parts);
  expect([
    rendered.status,
    [rendered.withdrawal?.['paidAmount'], rendered.withdrawal?.['returnedAmount']],
  ]).toEqual([status, amounts]);
  expect(rendered.reason === null).toBe(!parts.some(({ state }) => state === 'returned'));
});
