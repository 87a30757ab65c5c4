import { feeBuckets } from '@portage/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applySlippage } from './applySlippage.js';
import { formatUsdChange } from './formatUsdChange.js';
import { impact } from './impact.js';
import { formatPercent, percentE2 } from './percent.js';
import { rate } from './rate.js';
import { splitFees } from './splitFees.js';

const amount = fc.bigInt(0n, 2n ** 200n);
const decimals = fc.integer({ min: 0, max: 36 });
const bps = fc.bigInt(0n, 10_000n);
const parts = fc.record({
  gas: amount,
  fixed: amount,
  price: fc.bigInt(-(2n ** 200n), 2n ** 200n),
  gateway: amount,
  app: amount,
  rent: amount,
});

describe('splitFees', () => {
  it('adds up to the unit, in members and in buckets', () => {
    fc.assert(
      fc.property(parts, (value) => {
        const split = splitFees(value);
        expect(split.relayer).toBe(split.relayerGas + split.relayerService);
        expect(feeBuckets.reduce((sum, bucket) => sum + split.buckets[bucket], 0n)).toBe(
          split.relayer + split.app,
        );
        expect(split.relayer).toBe(
          split.buckets.execution +
            split.buckets.swap +
            split.buckets['the service'] +
            split.buckets.rent,
        );
      }),
    );
  });

  it('gives the published sample', () => {
    // A worked sample of the interface's documentation: execution 22944 = gas 2941 + fixed 20003,
    // the service 9999, swap 39502, in all 72445.
    expect(
      splitFees({ gas: 2941n, fixed: 20_003n, price: 39_502n, gateway: 9999n, app: 0n, rent: 0n }),
    ).toEqual({
      relayerGas: 2941n,
      relayerService: 69_504n,
      relayer: 72_445n,
      app: 0n,
      buckets: { execution: 22_944n, swap: 39_502n, 'the service': 9999n, app: 0n, rent: 0n },
    });
  });

  it('lets the price make the service fee negative', () => {
    expect(
      splitFees({ gas: 5n, fixed: 1n, price: -10n, gateway: 0n, app: 0n, rent: 0n }).relayerService,
    ).toBe(-9n);
  });
});

describe('applySlippage', () => {
  it('is within one unit of the exact share and never above it', () => {
    fc.assert(
      fc.property(amount, bps, (whole, tolerance) => {
        const { minimumAmount, value } = applySlippage(whole, tolerance);
        expect(minimumAmount + value).toBe(whole);
        expect(
          value * 10_000n <= whole * tolerance && (value + 1n) * 10_000n > whole * tolerance,
        ).toBe(true);
        expect(minimumAmount >= 0n).toBe(true);
      }),
    );
  });

  it('gives the published samples', () => {
    expect(applySlippage(99_950_900n, 200n).minimumAmount).toBe(97_951_882n);
    expect(applySlippage(99_980_224_916_533_275n, 200n).minimumAmount).toBe(
      97_980_620_418_202_610n,
    );
    expect(applySlippage(2_312_305_224n, 200n).minimumAmount).toBe(2_266_059_120n);
  });

  it('takes the bounds', () => {
    expect(applySlippage(7n, 0n)).toEqual({ minimumAmount: 7n, value: 0n });
    expect(applySlippage(7n, 10_000n)).toEqual({ minimumAmount: 0n, value: 7n });
    expect(() => applySlippage(7n, 10_001n)).toThrow('Assertion failed');
  });
});

describe('impact', () => {
  const usd = fc.bigInt(0n, 2n ** 100n);
  it('splits the total into its buckets exactly', () => {
    const input = fc.record({
      in: usd,
      out: usd,
      relayer: usd,
      app: usd,
      sponsored: usd,
      userPays: fc.record({ execution: usd, service: usd, app: usd, rent: usd }),
    });
    fc.assert(
      fc.property(input, (value) => {
        const { total, swap, expanded } = impact(value);
        expect(total.microUsd).toBe(value.out - value.in);
        expect(swap.microUsd).toBe(total.microUsd + value.relayer + value.app - value.sponsored);
        expect(expanded.swap + expanded.execution + expanded.service + expanded.app).toBe(
          total.microUsd,
        );
        expect(-expanded.execution).toBe(value.userPays.execution + value.userPays.rent);
        expect(expanded.sponsored).toBe(value.sponsored);
      }),
    );
  });

  it('gives the published sample', () => {
    // A worked sample of the interface's documentation: service fee 0.039996 = fixed 0.02 + price
    // 0.019996; gas 0.001627; no gateway fee.
    const value = impact({
      in: 1_000_000n,
      out: 958_377n,
      relayer: 41_623n,
      app: 0n,
      sponsored: 0n,
      userPays: { execution: 21_627n, service: 0n, app: 0n, rent: 0n },
    });
    expect(value.expanded).toEqual({
      swap: -19_996n,
      execution: -21_627n,
      service: 0n,
      app: 0n,
      sponsored: 0n,
    });
    expect(value.swap.microUsd).toBe(0n);
    expect(formatPercent(value.total.percentE2)).toBe('-4.16');
  });

  it('of pools alone is the same, whoever pays the fees and the rent', () => {
    // 100 USD in, 1 USD lost in pools, 0.05 of gas, 0.2 of rent, 0.02 flat.
    const fees = { in: 100_000_000n, relayer: 270_000n, app: 0n };
    const lost = { microUsd: -1_000_000n, percentE2: -100n };
    const paid = { execution: 70_000n, service: 0n, app: 0n, rent: 200_000n };
    const none = { execution: 0n, service: 0n, app: 0n, rent: 0n };
    const alone = impact({ ...fees, out: 98_730_000n, sponsored: 0n, userPays: paid });
    const sponsored = impact({ ...fees, out: 99_000_000n, sponsored: 270_000n, userPays: none });
    expect([alone.swap, sponsored.swap]).toEqual([lost, lost]);
    expect([alone.expanded.execution, sponsored.expanded.execution]).toEqual([-270_000n, -0n]);
  });
});

describe('printing', () => {
  it('truncates percents towards zero, with two decimals', () => {
    expect(['0', '0.01', '-0.01', '1.99', '100.00', '-12.34']).toEqual(
      [0n, 1n, -1n, 199n, 10_000n, -1234n].map(formatPercent),
    );
    expect(percentE2(1n, 0n)).toBe(0n);
    fc.assert(
      fc.property(
        fc.bigInt(-(2n ** 200n), 2n ** 200n),
        fc.bigInt(1n, 2n ** 200n),
        (part, whole) => {
          const value = percentE2(part, whole);
          const size = part < 0n ? -part : part;
          const printed = value < 0n ? -value : value;
          expect(printed * whole <= size * 10_000n && (printed + 1n) * whole > size * 10_000n).toBe(
            true,
          );
          expect(value === 0n || value < 0n === part < 0n).toBe(true);
        },
      ),
    );
  });

  it('prints no change as 0 and any other with six decimals', () => {
    expect([0n, 1n, -1n, 1_500_000n].map(formatUsdChange)).toEqual([
      '0',
      '0.000001',
      '-0.000001',
      '1.500000',
    ]);
  });

  it('gives the rate within its last decimal', () => {
    expect(rate({ amount: 0n, decimals: 6 }, { amount: 5n, decimals: 6 })).toBe('0');
    expect(
      rate({ amount: 10n ** 18n, decimals: 18 }, { amount: 2_312_305_224n, decimals: 6 }),
    ).toBe('2312.305224');
    fc.assert(
      fc.property(
        fc.bigInt(1n, 2n ** 200n),
        decimals,
        amount,
        decimals,
        (inAmount, inDecimals, outAmount, outDecimals) => {
          const [whole = '', fraction = ''] = rate(
            { amount: inAmount, decimals: inDecimals },
            { amount: outAmount, decimals: outDecimals },
          ).split('.');
          const printed = BigInt(whole + fraction.padEnd(18, '0'));
          const exact = outAmount * 10n ** BigInt(18 + inDecimals);
          const unit = inAmount * 10n ** BigInt(outDecimals);
          expect(printed * unit <= exact && (printed + 1n) * unit > exact).toBe(true);
        },
      ),
    );
  });
});
