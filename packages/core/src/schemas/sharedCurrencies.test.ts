import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareOut } from './sharedCurrencies.js';

test('puts currencies back wherever they are named by number', () => {
  const stored = { currencies: ['eth', 'usdc'], fee: { currency: 1, amount: '5' }, list: [{ of: { currency: 0 } }] };
  expect(shareOut(stored)).toEqual({ fee: { currency: 'usdc', amount: '5' }, list: [{ of: { currency: 'eth' } }] });
});

test('leaves everything without a table as it is', () => {
  fc.assert(fc.property(fc.jsonValue().filter((value) => typeof value !== 'object' || value === null || !('currencies' in value)), (value) => shareOut(value) === value));
});
