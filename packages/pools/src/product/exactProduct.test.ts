import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createProductPool } from './createProductPool.js';

/**
 * The constant product against exact rationals, without a division: what a trade leaves keeps the
 * product of the reserves, counted after the fee, and one unit more of the payer's gain would not.
 */
const whole = 10_000n;
const reserveMax = (1n << 64n) - 1n;
const runs = 100_000;

/** Every size is as likely as any other. */
const sized = fc
  .tuple(fc.integer({ min: 1, max: 64 }), fc.bigInt({ min: 0n, max: reserveMax }))
  .map(([bits, digits]) => (digits >> BigInt(64 - bits)) | (1n << BigInt(bits - 1)));
const states = fc.record({
  reserve: sized,
  other: sized,
  amount: sized,
  feeBps: fc.integer({ min: 0, max: 9_999 }),
});

/** Gain of the product, counted after the fee, where the pool gets an input and gives an output. */
function gainOf(
  { reserve, other, feeBps }: { reserve: bigint; other: bigint; feeBps: number },
  input: bigint,
  output: bigint,
): bigint {
  const counted = input * (whole - BigInt(feeBps));
  return (reserve * whole + counted) * (other - output) - reserve * other * whole;
}

it('an exact input brings the most that keeps the product, on 100,000 random states', () => {
  let traded = 0;
  fc.assert(
    fc.property(states, (state) => {
      const { reserve, other, amount, feeBps } = state;
      const terms = { id: 'pool', tokens: ['a', 'b'] as const, reserveMax, feeBps, gas: 1 };
      const pool = createProductPool({ ...terms, reserves: [reserve, other] });
      const output = pool.quoteExactInput('a', amount)?.amount;
      if (reserve + amount > reserveMax) return output === undefined;
      traded += 1;
      return (
        gainOf(state, amount, output ?? 0n) >= 0n && gainOf(state, amount, (output ?? 0n) + 1n) < 0n
      );
    }),
    { numRuns: runs, seed: 20_261_128 },
  );
  expect(traded).toBeGreaterThan(runs / 2);
});

it('an exact output costs the unit above what the product asks for, on 100,000 random states', () => {
  let traded = 0;
  fc.assert(
    fc.property(states, (state) => {
      const { reserve, other, amount, feeBps } = state;
      const terms = { id: 'pool', tokens: ['a', 'b'] as const, reserveMax, feeBps, gas: 1 };
      const pool = createProductPool({ ...terms, reserves: [reserve, other] });
      const output = amount % other;
      const input = pool.quoteExactOutput('b', output)?.amount;
      if (output === 0n) return input === undefined;
      // What the pool can hold is not enough, or no unit more than enough.
      if (input === undefined) return gainOf(state, reserveMax - reserve, output) <= 0n;
      traded += 1;
      // One unit above the least, rounded down, as the pools ask.
      return gainOf(state, input, output) > 0n && gainOf(state, input - 1n, output) <= 0n;
    }),
    { numRuns: runs, seed: 20_261_129 },
  );
  expect(traded).toBeGreaterThan(runs / 10);
});
