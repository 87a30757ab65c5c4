import { expect, it } from 'vitest';
import { judgeOutcome, type OutcomeFacts } from './judgeOutcome.js';

const coin = { txId: 'coin', vout: 0 };
const facts: OutcomeFacts = {
  block: undefined,
  isPending: false,
  fee: 100n,
  inputs: [coin],
  finalizedHeight: 94,
};
const spentAt = (height: number, txId = 'other'): OutcomeFacts => ({
  ...facts,
  inputs: [coin, { ...coin, vout: 1, spender: { txId, height, hash: 'hash' } }],
});
const statusOf = (one: OutcomeFacts): string => judgeOutcome('ours', one).status;

it('calls a transaction replaced only when no reorg takes back what spent its coin', () => {
  expect(statusOf(spentAt(95))).toBe('missing');
  expect(statusOf({ ...spentAt(95), isPending: true })).toBe('pending');
  expect(statusOf(spentAt(94))).toBe('replaced');
  expect(statusOf(spentAt(94, 'ours'))).toBe('missing');
});

it('calls it replaced when what it is built on will never be', () => {
  const rival = (height: number): OutcomeFacts => ({
    ...facts,
    inputs: [{ ...coin, parentRival: { height, hash: 'hash' } }],
  });
  expect(statusOf(rival(95))).toBe('missing');
  expect(statusOf(rival(94))).toBe('replaced');
});

it('tells the block and the fee of one that is mined', () => {
  expect(judgeOutcome('ours', { ...facts, block: { height: 96, hash: 'hash' } })).toEqual({
    status: 'mined',
    height: 96,
    blockHash: 'hash',
    gasCost: 100n,
  });
});
