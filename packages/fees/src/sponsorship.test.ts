import { feeBuckets, type FeeBucket } from '@portage/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sponsorCap, sponsorCharge, sponsorFees, unsponsored } from './index.js';

const amount = fc.bigInt(0n, 2n ** 200n);
const bps = fc.bigInt(0n, 10_000n);
const totals = fc.record({
  execution: amount,
  swap: fc.bigInt(-(2n ** 200n), 2n ** 200n),
  'the service': amount,
  app: amount,
  rent: amount,
});
const components = fc.subarray([...feeBuckets], { minLength: 1 });
const cap = fc.option(fc.oneof(amount, fc.bigInt(0n, 2n ** 202n)), { nil: undefined });
const standard: readonly FeeBucket[] = ['execution', 'swap', 'the service', 'app'];
const sample = { execution: 22_944n, swap: 39_502n, 'the service': 9_999n, app: 0n, rent: 0n };

const sumOf = (names: readonly FeeBucket[], of: (name: FeeBucket) => bigint): bigint =>
  names.reduce((sum, name) => sum + of(name), 0n);

describe('sponsorFees', () => {
  it('divides every bucket exactly, within the share and within the cap (sponsorship#rewards)', () => {
    fc.assert(
      fc.property(totals, components, bps, cap, (fees, names, share, most) => {
        const split = sponsorFees(fees, { components: names, bps: share, cap: most });
        for (const name of feeBuckets) {
          const { selected, total, sponsored, userPays } = split.buckets[name];
          expect(selected).toBe(names.includes(name));
          expect(sponsored + userPays).toBe(total);
          expect(total).toBe(fees[name]);
          // Never more than the share of the bucket, and nothing of a bucket that is not selected.
          expect(
            sponsored >= 0n && sponsored * 10_000n <= (total > 0n && selected ? total * share : 0n),
          ).toBe(true);
        }
        expect(split.sponsoredTotal).toBe(
          sumOf(feeBuckets, (name) => split.buckets[name].sponsored),
        );
        expect(split.userPaysTotal).toBe(sumOf(feeBuckets, (name) => split.buckets[name].userPays));
        expect(split.sponsoredTotal + split.userPaysTotal).toBe(
          sumOf(feeBuckets, (name) => fees[name]),
        );
        // INV-S1, over all selected buckets together; a reward among them counts.
        const most10k = sumOf(names, (name) => fees[name]) * share;
        expect(split.sponsoredTotal * 10_000n <= (most10k > 0n ? most10k : 0n)).toBe(true);
        expect(most === undefined || split.sponsoredTotal <= most).toBe(true);
        // Nobody is paid for being sponsored.
        expect(split.userPaysTotal >= 0n || split.sponsoredTotal === 0n).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('U1: takes the share before the cap, and says whether the cap left less than the share', () => {
    fc.assert(
      fc.property(totals, components, bps, amount, (fees, names, share, most) => {
        const free = sponsorFees(fees, { components: names, bps: share, cap: undefined });
        const capped = sponsorFees(fees, { components: names, bps: share, cap: most });
        expect(free.capHit).toBe(false);
        expect(capped.sponsoredTotal).toBe(free.sponsoredTotal < most ? free.sponsoredTotal : most);
        expect(capped.capHit).toBe(most < free.sponsoredTotal);
      }),
    );
  });

  it('gives the published sample', () => {
    const split = sponsorFees(sample, { components: standard, bps: 10_000n, cap: undefined });
    expect(split.sponsoredTotal).toBe(72_445n);
    expect(split.userPaysTotal).toBe(0n);
    expect(split.selected).toEqual(standard);
    expect(split.buckets.execution).toEqual({
      selected: true,
      total: 22_944n,
      sponsored: 22_944n,
      userPays: 0n,
    });
    expect(split.buckets.swap).toEqual({
      selected: true,
      total: 39_502n,
      sponsored: 39_502n,
      userPays: 0n,
    });
    expect(split.buckets['the service']).toEqual({
      selected: true,
      total: 9_999n,
      sponsored: 9_999n,
      userPays: 0n,
    });
    expect(split.buckets.rent.selected).toBe(false);
  });

  it('U1: pays everything of nothing and nothing of everything', () => {
    expect(
      sponsorFees(sample, { components: standard, bps: 0n, cap: undefined }).sponsoredTotal,
    ).toBe(0n);
    expect(sponsorFees(sample, { components: standard, bps: 10_000n, cap: 0n })).toMatchObject({
      sponsoredTotal: 0n,
      capHit: true,
    });
    expect(sponsorFees(sample, { components: ['app'], bps: 10_000n, cap: 0n })).toMatchObject({
      sponsoredTotal: 0n,
      capHit: false,
    });
    expect(() =>
      sponsorFees(sample, { components: standard, bps: 10_001n, cap: undefined }),
    ).toThrow('Assertion failed');
  });
});

describe('unsponsored', () => {
  it('leaves every bucket to the user', () => {
    fc.assert(
      fc.property(totals, (fees) => {
        const split = unsponsored(fees);
        for (const name of feeBuckets)
          expect(split.buckets[name]).toEqual({
            selected: false,
            total: fees[name],
            sponsored: 0n,
            userPays: fees[name],
          });
        expect(split).toMatchObject({
          selected: [],
          capHit: false,
          sponsoredTotal: 0n,
          userPaysTotal: sumOf(feeBuckets, (name) => fees[name]),
        });
      }),
    );
  });
});

describe('a cap in USD', () => {
  it('C1: is never exceeded by the charge, over any decimals and prices', () => {
    const side = fc.record({
      decimals: fc.integer({ min: 0, max: 36 }),
      price: fc.record({ usdE12: fc.bigInt(1n, 10n ** 30n) }),
    });
    fc.assert(
      fc.property(
        totals,
        components,
        bps,
        fc.bigInt(0n, 2n ** 80n),
        side,
        (fees, names, share, maxMicroUsd, of) => {
          const { sponsoredTotal } = sponsorFees(fees, {
            components: names,
            bps: share,
            cap: sponsorCap(maxMicroUsd, of),
          });
          expect(sponsorCharge(sponsoredTotal, of) <= maxMicroUsd).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('a charge in USD', () => {
  it('is worth at least what was sponsored, and less than one micro-USD more', () => {
    const decimals = fc.integer({ min: 0, max: 36 });
    const usdE12 = fc.bigInt(1n, 10n ** 30n);
    fc.assert(
      fc.property(amount, decimals, usdE12, (sponsored, places, price) => {
        const charge = sponsorCharge(sponsored, { decimals: places, price: { usdE12: price } });
        // Micro-USD, times 10^6 for USD in parts of 10^12, times the units of one.
        const [paid, worth] = [charge * 10n ** BigInt(6 + places), sponsored * price];
        expect(paid >= worth).toBe(true);
        expect(paid - worth < 10n ** BigInt(6 + places)).toBe(true);
      }),
    );
  });
});
