import { expect, test } from 'vitest';
import { keptByPath } from './keptByPath.js';

const usd = 1_000_000n;

test.each([
  ['what it asked for', 100n * usd, 1n * usd, 99_000_000n, 1_000_000n],
  ['what is missing beside', 100n * usd, 1n * usd, 98_500_000n, 1_500_000n],
  ['nothing where it asked for nothing', 99n * usd, 0n, 99_000_000n, 0n],
  ['nothing where more arrived', 99n * usd, 0n, 99_000_001n, 0n],
  ['a unit where it is worth less than one', 99n * usd + 1n, 1n, 99_000_000n, 1n],
  ['what is missing where all of it was a cost', 1n, 1n, 98_000_000n, 1_000_000n],
])('a path keeps %s', (_, microUsd, costMicroUsd, delivered, kept) => {
  expect(keptByPath({ received: 99_000_000n, microUsd, costMicroUsd }, delivered)).toBe(kept);
});
