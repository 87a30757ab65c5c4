import { expect, test } from 'vitest';
import { decideFastFill } from './decideFastFill.js';
import type { OpenFastFill } from './openFastFill.js';

const deposit: OpenFastFill['deposit'] = {
  chainId: 1,
  event: {
    type: 'deposit',
    txId: '0xa',
    ordinal: 0,
    height: 7,
    blockHash: '0xb',
    orderId: '0x1',
    depositor: '0xd',
    payer: '0xd',
    currency: '0xc',
    amount: 5n,
  },
};
const held = { orderId: '0x1', state: 'held', isPaid: true, hasEnded: true, ageMs: 10 } as const;
const young = { isDeep: false, holdMsMax: 100 };

test.each([
  ['a deposit that is not deep yet is waited for', { ...held, deposit }, young, 'wait'],
  [
    'one that is final by itself releases',
    { ...held, deposit },
    { ...young, isDeep: true },
    'release',
  ],
  ['one that is gone is waited for', { ...held, deposit: undefined }, young, 'wait'],
  [
    'one that does not come is paid for',
    { ...held, deposit: undefined, ageMs: 101 },
    young,
    'debit',
  ],
  [
    'one that comes after that gives back',
    { ...held, state: 'debited', deposit },
    { ...young, isDeep: true },
    'return',
  ],
  ['and not before it is final', { ...held, state: 'debited', deposit }, young, 'wait'],
  [
    'nothing was paid, and the request ended',
    { ...held, isPaid: false, deposit: undefined },
    young,
    'release',
  ],
  [
    'nothing was paid, and the request waits',
    { ...held, isPaid: false, hasEnded: false, deposit: undefined },
    young,
    'wait',
  ],
  [
    'nothing was ever paid for it',
    { ...held, isPaid: false, hasEnded: false, deposit: undefined, ageMs: 101 },
    young,
    'release',
  ],
] as const)('%s', (_, fastFill, facts, decision) => {
  expect(decideFastFill(fastFill, facts)).toBe(decision);
});
