import { expect, test } from 'vitest';
import { createProductPool } from './createProductPool.js';

const terms = {
  id: 'pool',
  tokens: ['a', 'b'] as const,
  reserves: [1_000_000n, 2_000_000n] as const,
  feeBps: 30,
  reserveMax: (1n << 64n) - 1n,
  gas: 25_000,
};

test('keeps its fee of each input', () => {
  const outputs = [0, 30, 100, 9_999].map((feeBps) =>
    createProductPool({ ...terms, feeBps }).quoteExactInput('a', 10_000n),
  );
  expect(outputs.map((each) => each?.amount)).toEqual([19_801n, 19_743n, 19_605n, 1n]);
  expect(outputs.map((each) => each?.gas)).toEqual([25_000, 25_000, 25_000, 25_000]);
});

test('asks for enough to be given the output, and for no more than it can hold', () => {
  const pool = createProductPool(terms);
  const cost = pool.quoteExactOutput('b', 19_742n)!.amount;
  expect(cost).toBe(10_000n);
  expect(pool.quoteExactInput('a', cost)?.amount).toBe(19_743n);
  const full = createProductPool({ ...terms, reserveMax: 1_009_999n });
  expect([full.quoteExactInput('a', 10_000n), full.quoteExactOutput('b', 19_742n)]).toEqual([
    undefined,
    undefined,
  ]);
  expect(full.quoteExactInput('a', 9_999n)?.amount).toBe(19_741n);
});
