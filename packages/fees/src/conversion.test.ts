import { isPortageError } from '@portage/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyFixedRate,
  gasTopup,
  invertFixedRate,
  parseFixedRate,
  showSlippage,
} from './index.js';

const decimals = fc.integer({ min: 0, max: 36 });
const amount = fc.bigInt(0n, 2n ** 200n);
const part = fc.bigInt(1n, 10n ** 30n);

describe('a fixed rate', () => {
  it('is within one unit of the exact output, and inverts to the least input', () => {
    fc.assert(
      fc.property(
        amount,
        part,
        part,
        decimals,
        decimals,
        (amountIn, inputE18, outputE18, input, output) => {
          const rate = { inputE18, outputE18 };
          const out = applyFixedRate(amountIn, rate, { input, output });
          const exact = amountIn * outputE18 * 10n ** BigInt(output);
          const unit = inputE18 * 10n ** BigInt(input);
          expect(out * unit <= exact && (out + 1n) * unit > exact).toBe(true);
          const needed = invertFixedRate(out, rate, { input, output });
          expect(needed <= amountIn && applyFixedRate(needed, rate, { input, output }) >= out).toBe(
            true,
          );
          expect(needed === 0n || applyFixedRate(needed - 1n, rate, { input, output }) < out).toBe(
            true,
          );
        },
      ),
    );
  });

  it.each([
    '',
    '1',
    '1:',
    ':1',
    '0:1',
    '1:0',
    '-1:1',
    '1:1:1',
    '1e3:1',
    '1:.5',
    `1:0.${'0'.repeat(18)}1`,
  ])('is not %j', (text) => {
    expect(() => parseFixedRate(text)).toThrow(
      expect.toSatisfy((error: unknown) => isPortageError(error, 'INVALID_REQUEST')),
    );
  });
});

describe('gasTopup', () => {
  it('counts 100000 to the dollar and never gives more than its worth', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 20n), part, decimals, (units, usdE12, places) => {
        const { microUsd, amount: given } = gasTopup(units, {
          decimals: places,
          price: { usdE12 },
        });
        expect(microUsd).toBe(units * 10n);
        const worth = 10n ** BigInt(places) * 1_000_000n * microUsd;
        expect(given * usdE12 <= worth && (given + 1n) * usdE12 > worth).toBe(true);
      }),
    );
  });
});

describe('showSlippage', () => {
  it('gives the published figure: 210.438616 USD at the truncated 1.99 %', () => {
    const amountOut = 210_438_616n;
    const shown = showSlippage({
      amount: amountOut,
      minimumAmount: amountOut - 4_208_772n,
      microUsd: 210_438_616n,
    });
    expect(shown).toEqual({ value: 4_208_772n, percentE2: 199n, microUsd: 4_187_728n });
  });

  it('is nothing of nothing', () => {
    expect(showSlippage({ amount: 0n, minimumAmount: 0n, microUsd: 0n })).toEqual({
      value: 0n,
      percentE2: 0n,
      microUsd: 0n,
    });
  });
});
