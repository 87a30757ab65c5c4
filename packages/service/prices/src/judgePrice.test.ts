import type { PriceReading } from '@portage/core/chain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  judgePrice,
  type PriceEvidence,
  type PriceLimits,
  type PriceMemory,
} from './judgePrice.js';

const now = 1_700_000_000_000;
const limits: PriceLimits = {
  maxAgeMs: 60_000,
  aheadMsMax: 10_000,
  confidenceBpsMax: 100n,
  jumpBpsMax: 500n,
  speedBpsMax: 1_000n,
  settleMs: 60_000,
  guardBpsMax: 200n,
};

/** A reading in thousandths of a dollar. */
const says = (
  milliUsd: bigint,
  change: { readonly confidence?: bigint; readonly ageMs?: number } = {},
): PriceReading => ({
  value: { usdE12: milliUsd * 10n ** 9n },
  confidence: { usdE12: (change.confidence ?? 0n) * 10n ** 9n },
  observedAt: now - (change.ageMs ?? 0),
});
const was = (milliUsd: bigint): PriceMemory => ({ accepted: { usdE12: milliUsd * 10n ** 9n } });
const judge = (evidence: Partial<PriceEvidence>, memory: PriceMemory = {}) =>
  judgePrice({ reading: says(2_000_000n), guard: 'none', now, ...evidence }, memory, limits);

describe('judgePrice', () => {
  it('follows many small steps no farther than a tenth in a minute', () => {
    let memory: PriceMemory = {};
    let accepted = 0n;
    let price = 2_498_000n;
    // 4.9 % a second led from 2,498 to 7,875 within half a minute.
    for (let second = 0; second < 24; second += 1) {
      const at = now + second * 1_000;
      const reading = { ...says(price), observedAt: at };
      const judged = judge({ reading, now: at }, memory);
      if (judged.refusal === undefined) accepted = price;
      memory = judged.memory;
      price = (price * 1_049n) / 1_000n;
    }
    expect(accepted).toBeLessThanOrEqual((2_498_000n * 110n) / 100n);
    expect(accepted).toBeGreaterThan(2_498_000n);
    const calm = (at: number) =>
      judge({ reading: { ...says(price), observedAt: at }, now: at }, memory);
    memory = calm(now + 30_000).memory;
    expect(calm(now + 90_000).refusal).toBeUndefined();
  });

  it.each([
    ['believes a young and certain price', {}, {}, undefined],
    [
      'believes a price as old as may be',
      { reading: says(2_000_000n, { ageMs: 60_000 }) },
      {},
      undefined,
    ],
    ['refuses an older one', { reading: says(2_000_000n, { ageMs: 60_001 }) }, {}, 'old'],
    ['refuses one from the future', { reading: says(2_000_000n, { ageMs: -10_001 }) }, {}, 'ahead'],
    ['refuses none', { reading: undefined }, {}, 'missing'],
    ['refuses nothing at all', { reading: says(0n) }, {}, 'missing'],
    [
      'believes a confidence of one percent',
      { reading: says(2_000_000n, { confidence: 20_000n }) },
      {},
      undefined,
    ],
    [
      'refuses a wider one',
      { reading: says(2_000_000n, { confidence: 20_001n }) },
      {},
      'uncertain',
    ],
    ['believes five percent more than before', {}, was(1_904_762n), undefined],
    ['refuses more', {}, was(1_904_761n), 'jumped'],
    ['refuses five percent less and a bit', {}, was(2_105_264n), 'jumped'],
    ['believes what the second feed says', { guard: says(2_000_000n) }, {}, undefined],
    ['believes two percent beside it', { guard: says(1_960_785n) }, {}, undefined],
    ['refuses more beside it', { guard: says(1_960_784n) }, {}, 'guard disagrees'],
    ['refuses while the second feed says nothing', { guard: undefined }, {}, 'guard missing'],
    [
      'refuses while the second feed is old',
      { guard: says(2_000_000n, { ageMs: 60_001 }) },
      {},
      'guard old',
    ],
    [
      'refuses while the second feed is ahead',
      { guard: says(2_000_000n, { ageMs: -10_001 }) },
      {},
      'guard ahead',
    ],
    [
      'refuses while the second feed is not certain',
      { guard: says(2_000_000n, { confidence: 20_001n }) },
      {},
      'guard uncertain',
    ],
  ] as const)('%s', (_, evidence, memory, refusal) => {
    expect(judge(evidence, memory).refusal).toBe(refusal);
  });

  const stored = (milliUsd: bigint, ageMs: number): PriceMemory => ({
    stored: { price: { usdE12: milliUsd * 10n ** 9n }, since: now - ageMs },
  });

  it.each([
    ['a tenth after no time', 0, 2_200_000n, undefined],
    ['more than a tenth after no time', 0, 2_200_001n, 'jumped'],
    ['three tenths after two minutes', 120_000, 2_600_000n, undefined],
    ['more than three tenths after two minutes', 120_000, 1_399_999n, 'jumped'],
    ['half after a month', 30 * 86_400_000, 3_000_000n, undefined],
    ['more than half after a month', 30 * 86_400_000, 3_000_001n, 'jumped'],
  ] as const)('judges the first price after a start: %s', (_, ageMs, milliUsd, refusal) => {
    const judged = judge({ reading: says(milliUsd) }, stored(2_000_000n, ageMs));
    expect(judged.refusal).toBe(refusal);
    expect(judged.memory.accepted).toEqual(
      refusal === undefined ? says(milliUsd).value : undefined,
    );
  });

  it('believes a first price that is far from the stored one once it has held', () => {
    const at = (seconds: number, memory: PriceMemory) => {
      const time = now + seconds * 1_000;
      return judge({ reading: { ...says(9_000_000n), observedAt: time }, now: time }, memory);
    };
    const first = at(0, stored(2_000_000n, 0));
    expect(first.refusal).toBe('jumped');
    expect(at(59, at(30, first.memory).memory).refusal).toBe('jumped');
    expect(at(60, first.memory)).toMatchObject({
      refusal: undefined,
      memory: { accepted: says(9_000_000n).value },
    });
    expect(at(60, first.memory).memory.stored).toBeUndefined();
  });

  it('believes a jump that holds, and starts over with one that does not', () => {
    const at = (milliUsd: bigint, seconds: number, memory: PriceMemory) =>
      judgePrice(
        {
          reading: { ...says(milliUsd), observedAt: now + seconds * 1000 },
          guard: 'none',
          now: now + seconds * 1000,
        },
        memory,
        limits,
      );
    const first = at(2_200_000n, 0, was(2_000_000n));
    expect(first.refusal).toBe('jumped');
    const near = at(2_210_000n, 59, first.memory);
    expect(near.refusal).toBe('jumped');
    expect(at(2_190_000n, 60, near.memory)).toMatchObject({
      refusal: undefined,
      memory: { accepted: says(2_190_000n).value },
    });
    // Another jump before that one was believed: it must hold by itself.
    const other = at(3_000_000n, 59, first.memory);
    expect(at(3_000_000n, 60, other.memory).refusal).toBe('jumped');
    expect(at(3_000_000n, 119, other.memory).refusal).toBeUndefined();
    // Back to where it was.
    expect(at(2_000_000n, 30, first.memory)).toEqual({
      refusal: undefined,
      memory: {
        ...was(2_000_000n),
        anchor: { price: { usdE12: 2_000_000n * 10n ** 9n }, since: now },
      },
    });
  });

  it('C3, CB7: never believes what breaks a limit, in any order of readings', () => {
    const reading = fc.record({
      milliUsd: fc.bigInt(0n, 4_000_000n),
      confidence: fc.bigInt(0n, 100_000n),
      ageMs: fc.integer({ min: -20_000, max: 120_000 }),
    });
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ reading, guard: reading, after: fc.integer({ min: 0, max: 90_000 }) }),
          { maxLength: 12 },
        ),
        (steps) => {
          let [memory, at]: [PriceMemory, number] = [{}, now];
          for (const step of steps) {
            at += step.after;
            const made = (r: typeof step.reading): PriceReading => ({
              ...says(r.milliUsd, r),
              observedAt: at - r.ageMs,
            });
            const evidence = { reading: made(step.reading), guard: made(step.guard), now: at };
            const judged = judgePrice(evidence, memory, limits);
            if (judged.refusal === undefined) {
              for (const { ageMs, milliUsd, confidence } of [step.reading, step.guard])
                expect(
                  ageMs <= 60_000 &&
                    ageMs >= -10_000 &&
                    milliUsd > 0n &&
                    confidence * 100n <= milliUsd,
                ).toBe(true);
              const apart = step.reading.milliUsd - step.guard.milliUsd;
              expect((apart < 0n ? -apart : apart) * 50n <= step.guard.milliUsd).toBe(true);
              const { accepted, anchor, jump } = judged.memory;
              expect([accepted, jump]).toEqual([evidence.reading.value, undefined]);
              // Within `settleMs` no price is far from the first of them.
              expect(at - anchor!.since).toBeLessThan(limits.settleMs);
              const moved = accepted!.usdE12 - anchor!.price.usdE12;
              expect((moved < 0n ? -moved : moved) * 10_000n).toBeLessThanOrEqual(
                anchor!.price.usdE12 * limits.speedBpsMax,
              );
            } else {
              expect(judged.memory.accepted).toEqual(memory.accepted);
            }
            memory = judged.memory;
          }
        },
      ),
    );
  });
});
