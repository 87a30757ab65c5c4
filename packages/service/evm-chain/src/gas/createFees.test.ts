import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clampFees, createFees, expectedPrice, policyFees, raiseFees } from './createFees.js';

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

  it.each([
    [
      'the median of the tips, empty blocks among them',
      [['0x3'], ['0x0'], ['0x5f5e100'], ['0x77359400'], ['0x3b9aca00']],
      undefined,
      100_000_000n,
    ],
    ['a floor where nobody tips', [['0x0'], ['0x0']], undefined, 1_000_000n],
    ['three base fees where an endpoint dreams', [['0xde0b6b3a7640000']], [1], 30n * gwei],
    // A transfer in a block of 30 million, at 500 gwei: 0.0105 ETH, 25 USD.
    [
      "the floor beside one stranger's tip in blocks that are empty",
      [['0x0'], ['0x0'], ['0x746a528800'], ['0x0'], ['0x0']],
      [0, 0, 0.0007, 0, 0],
      1_000_000n,
    ],
    [
      'little where a stranger tips in each block and fills none',
      Array.from({ length: 5 }, () => ['0x746a528800']),
      Array.from({ length: 5 }, () => 0.0007),
      350_000_000n,
    ],
    ['half of the tip where blocks are half full', [['0x77359400']], [0.5], gwei],
  ])('take %s', (_, reward, gasUsedRatio, tip) => {
    const fees = createFees({ tipMin: 1_000_000n, tipCeiling: 50n * gwei, clock: () => 5 });
    expect(fees.market()).toBeUndefined();
    fees.apply([
      { ok: true, result: { baseFeePerGas: ['0x1', '0x2540be400'], reward, gasUsedRatio } },
    ]);
    expect(fees.market()).toEqual({ value: { baseFee: 10n * gwei, tip }, observedAt: 5 });
    expect(() => fees.apply([{ ok: false, error: { code: 1, message: 'no' } }])).toThrow(
      expect.objectContaining({ code: 'RPC_HTTP_ERROR' }),
    );
    expect(fees.market()?.observedAt).toBe(5);
  });

  it.each([
    ['the ceiling of the chain', '0x174876e800', 50n * gwei],
    ['the same without a base fee', '0x0', 50n * gwei],
    ['the floor beside a tiny base fee', '0x7', 1_000_000n],
  ])('never tip above %s', (_, baseFee, tip) => {
    const fees = createFees({ tipMin: 1_000_000n, tipCeiling: 50n * gwei, clock: () => 5 });
    const reward = [['0xde0b6b3a7640000']];
    fees.apply([{ ok: true, result: { baseFeePerGas: [baseFee], reward, gasUsedRatio: [1] } }]);
    expect(fees.market()?.value.tip).toBe(tip);
  });
});
