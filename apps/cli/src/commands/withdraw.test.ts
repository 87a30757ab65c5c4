import type { EndedWithdrawal } from '@portage/sdk';
import { expect, it } from 'vitest';
import { describeWithdrawal } from './withdraw.js';

const usdc = { decimals: 6, symbol: 'USDC' };
const ended = (changes: Partial<EndedWithdrawal['status']>): EndedWithdrawal['status'] => ({
  status: 'failed',
  transaction: null,
  withdrawal: null,
  txHash: '0xaa',
  reason: 'MANUAL_REFUND_REQUIRED',
  ...changes,
});

it('says what was paid of a withdrawal, and what came back', () => {
  expect(describeWithdrawal(ended({ status: 'executed', reason: null }), usdc)).toBe(
    'Paid by 0xaa.',
  );
  const withdrawal = { paidAmount: '1500000', returnedAmount: '400000' };
  expect(describeWithdrawal(ended({ withdrawal }), usdc)).toBe(
    'Paid 1.5 USDC. Not paid (failed): MANUAL_REFUND_REQUIRED; 0.4 USDC are yours to withdraw again.',
  );
  expect(describeWithdrawal(ended({ status: 'expired', reason: 'EXPIRED' }), usdc)).toBe(
    'Not paid (expired): EXPIRED. The money is yours to withdraw again.',
  );
});
