import { describe, expect, it } from 'vitest';
import type { OwnedCoin } from './coin.js';
import { spendableSets, versionOf } from './truc.js';

const coin = (txId: string, vout = 0): OwnedCoin => ({
  txId,
  vout,
  value: 1_000n,
  script: new Uint8Array([1]),
});
const waiting = new Map([
  ['three', 3],
  ['other', 3],
  ['two', 2],
]);

describe('the version of a transaction', () => {
  it.each([
    ['of coins in blocks', ['mined'], 500, 3],
    ['of many coins in blocks', ['mined'], 10_001, 2],
    ['of the change of one of version 3', ['mined', 'three'], 1_000, 3],
    ['of that change, and large', ['mined', 'three'], 1_001, undefined],
    ['of the change of two of version 3', ['three', 'other'], 300, undefined],
    ['of the change of one of version 2', ['mined', 'two'], 5_000, 2],
    ['of the change of both', ['two', 'three'], 300, undefined],
  ] as const)('%s', (_, ids, size, version) => {
    const inputs = ids.map((id) => coin(id));
    expect(versionOf(inputs, { takesTruc: true, size, waiting })).toBe(version);
  });

  it('is 2 where a node does not know 3', () => {
    const facts = { takesTruc: false, size: 300, waiting: new Map<string, number>() };
    expect(versionOf([coin('mined')], facts)).toBe(2);
  });
});

it('change of several parents of version 3 is never spent together', () => {
  const settled = [coin('mined')];
  const change = [coin('three'), coin('three', 1), coin('other'), coin('two')];
  const sets = spendableSets(settled, [...settled, ...change], waiting);
  expect(sets.map((set) => set.map(({ txId }) => txId))).toEqual([
    ['mined'],
    ['mined', 'two'],
    ['mined', 'three', 'three'],
    ['mined', 'other'],
  ]);
});
