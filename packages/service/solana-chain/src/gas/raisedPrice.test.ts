import { describe, expect, it } from 'vitest';
import { raisedPrice } from './raisedPrice.js';

describe('the price of a transaction that is signed anew', () => {
  it.each([
    ['grows from nothing', 0n, 0n, 1_000n],
    ['is twice as much', 1_000n, 0n, 2_000n],
    ["is the market's where that is more", 1_000n, 50_000n, 50_000n],
    ['ends at the ceiling', 800_000n, 0n, 1_000_000n],
  ] as const)('%s', (_, offered, market, expected) => {
    expect(raisedPrice(offered, { market, ceiling: 1_000_000n })).toBe(expected);
  });
});
