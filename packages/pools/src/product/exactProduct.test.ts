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

/** Amounts of a number of bits that is drawn evenly. */
const sized = fc
  .tuple(fc.integer({ min: 1, max: 64 }), fc.bigInt({ min: 0n, max: reserveMax }))
  .map(([bits, digits]) => (digits >> BigInt(64 - bits)) | (1n << BigInt(bits - 1)));
const states = fc.record({
  reserve: sized,
  other: sized,
  amount: sized,
  feeBps: fc.integer({ min: 0, max: 9_999 }),
});

/** A pool as it is drawn. */
interface Reserves {
  readonly reserve: bigint;
  readonly other: bigint;
  readonly feeBps: number;
}

/** Gain of the product, counted after the fee, where the pool gets an input and gives an output. */
function gainOf({ reserve, other, feeBps }: Reserves, input: bigint, output: bigint): bigint {
  const counted = input * (whole - BigInt(feeBps));
  return (reserve * whole + counted) * (other - output) - reserve * other * whole;
}

function poolOf({ reserve, other, feeBps }: Reserves): ReturnType<typeof createProductPool> {
  const terms = { id: 'pool', tokens: ['a', 'b'] as const, reserveMax, feeBps, gas: 1 };
  return createProductPool({ ...terms, reserves: [reserve, other] });
}

it('an exact input brings the most that keeps the product, on 100,000 random states', () => {
  let traded = 0;
  fc.assert(
    fc.property(states, (state) => {
      const { reserve, amount } = state;
      const pool = poolOf(state);
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
      const { reserve, other, amount } = state;
      const pool = poolOf(state);
      const output = amount % other;
      const input = pool.quoteExactOutput('b', output)?.amount;
      if (output === 0n) return input === undefined;
      // All that the pool can hold buys less than the output, or exactly as much.
      if (input === undefined) return gainOf(state, reserveMax - reserve, output) <= 0n;
      traded += 1;
      // One unit above the least, rounded down, as the pools ask.
      return gainOf(state, input, output) > 0n && gainOf(state, input - 1n, output) <= 0n;
    }),
    { numRuns: runs, seed: 20_261_129 },
  );
  expect(traded).toBeGreaterThan(runs / 10);
});
