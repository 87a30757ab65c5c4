import { describe, expect, it } from 'vitest';
import { createFinality, type FinalityTier } from './createFinality.js';

const usd = 1_000_000n;
const tiers: readonly FinalityTier[] = [
  { upToUsd: 1_000, confirmations: 1 },
  { upToUsd: 10_000, confirmations: 2 },
  { upToUsd: 100_000, confirmations: 4 },
  { confirmations: 6 },
];

describe('tiers of finality', () => {
  it.each([
    [1_000n, 1, 2],
    [10_000n, 2, 4],
    [100_000n, 4, 6],
  ] as const)(
    'F11: ask for the blocks of their own up to %s USD exactly, and for those of the next a millionth above',
    (bound, own, next) => {
      const finality = createFinality(tiers);
      expect(finality.confirmations(bound * usd - 1n)).toBe(own);
      expect(finality.confirmations(bound * usd)).toBe(own);
      expect(finality.confirmations(bound * usd + 1n)).toBe(next);
    },
  );

  it('F11: ask for the most blocks where a worth is not known', () => {
    expect(createFinality(tiers).confirmations(2n ** 96n)).toBe(6);
  });

  it('F12: limit what is spent early to what one deposit may be worth before it waits for the last tier', () => {
    expect(createFinality(tiers).exposureMicroUsdMax).toBe(100_000n * usd);
    expect(createFinality(tiers, 5_000).exposureMicroUsdMax).toBe(5_000n * usd);
    expect(createFinality([{ confirmations: 1 }]).exposureMicroUsdMax).toBeUndefined();
  });
});
