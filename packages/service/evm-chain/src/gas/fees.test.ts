import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clampFees, expectedPrice, policyFees, raiseFees } from './fees.js';

const gwei = 1_000_000_000n;
const fee = fc.bigInt({ min: 1n, max: 10n ** 15n });

describe('fees', () => {
  it('rise by at least an eighth, in both members, and never above the ceiling', () => {
    fc.assert(
      fc.property(fee, fee, fee, (maxFeePerGas, tip, ceiling) => {
        const raised = raiseFees({ maxFeePerGas, maxPriorityFeePerGas: tip });
        expect(raised.maxFeePerGas * 8n).toBeGreaterThanOrEqual(maxFeePerGas * 9n);
        expect(raised.maxPriorityFeePerGas * 8n).toBeGreaterThanOrEqual(tip * 9n);
        const clamped = clampFees(raised, ceiling);
        expect(clamped.maxFeePerGas).toBeLessThanOrEqual(ceiling);
        expect(clamped.maxPriorityFeePerGas).toBeLessThanOrEqual(clamped.maxFeePerGas);
      }),
    );
  });

  it('offer twice the base fee and the tip', () => {
    expect(policyFees({ baseFee: 10n * gwei, tip: gwei }, 500n * gwei)).toEqual({
      maxFeePerGas: 21n * gwei,
      maxPriorityFeePerGas: gwei,
    });
    expect(policyFees({ baseFee: 400n * gwei, tip: gwei }, 500n * gwei).maxFeePerGas).toBe(
      500n * gwei,
    );
    expect(expectedPrice({ baseFee: 8n, tip: 1n })).toBe(10n);
  });
});
