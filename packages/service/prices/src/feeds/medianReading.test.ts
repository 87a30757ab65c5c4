import type { PriceReading } from '@portage/core/chain';
import { expect, test } from 'vitest';
import { medianReading } from './medianReading.js';

const at = 1_700_000_000_000;
const reading = (usd: bigint, { doubt = 0n, behindMs = 0 } = {}): PriceReading => ({
  value: { usdE12: usd },
  confidence: { usdE12: doubt },
  observedAt: at - behindMs,
});

test('one of three hosts that lies changes nothing, however it lies', () => {
  const [one, other] = [reading(2_500n, { doubt: 3n }), reading(2_501n, { doubt: 4n })];
  expect(medianReading([one, other, reading(1n)])).toEqual(one);
  expect(medianReading([reading(10n ** 30n), one, other])).toEqual(other);
});

test('between two hosts lies doubt, of half of what is between them', () => {
  const told = [reading(100n, { doubt: 2n }), reading(109n, { behindMs: 5_000 })];
  expect(medianReading(told)).toEqual({
    value: { usdE12: 104n },
    confidence: { usdE12: 7n },
    observedAt: at - 5_000,
  });
});

test.each([
  ['none of one', [undefined]],
  ['one of two', [reading(1n), undefined]],
  ['one of three', [undefined, reading(1n), undefined]],
  ['one of two, as the other stands still', [reading(1n), reading(1n, { behindMs: 30_001 })]],
])('no reading where a majority tells none: %s', (_, told) => {
  expect(medianReading(told)).toBeUndefined();
});

test('one host is believed alone where there is one', () => {
  expect(medianReading([reading(5n, { doubt: 1n })])).toEqual(reading(5n, { doubt: 1n }));
});
