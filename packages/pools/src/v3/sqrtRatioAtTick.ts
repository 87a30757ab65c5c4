/** Outermost tick: beyond it there is no price that a pool can keep. */
export const tickMax = 887_272;

/** Square root prices that a trade may not reach: one inside the ratios of the outermost ticks. */
export const sqrtRatioLowest = 4_295_128_740n;
export const sqrtRatioHighest = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_341n;

const fractionBits = 512n;

/**
 * Factors that the contracts multiply: `1.0001^(-2^n / 2)` for n from 0 to 19, times 2^128, rounded
 * to the nearest.
 */
const factors: readonly bigint[] = halvings();

function halvings(): readonly bigint[] {
  const one = 1n << fractionBits;
  let power = squareRoot((one * one * 10_000n) / 10_001n);
  return Array.from({ length: 20 }, () => {
    const rounded = (power + (1n << (fractionBits - 129n))) >> (fractionBits - 128n);
    power = (power * power) >> fractionBits;
    return rounded;
  });
}

/** `floor(sqrt(value))` by Newton's method, from above. */
function squareRoot(value: bigint): bigint {
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (let next = (root + value / root) / 2n; next < root; next = (root + value / root) / 2n)
    root = next;
  return root;
}

/**
 * Square root price at a tick from -887272 to 887272: `sqrt(1.0001^tick)` with 96 binary digits
 * after the point, rounded as V3 pools round it (each factor down, the result up).
 *
 * @example
 * ```ts
 * sqrtRatioAtTick(0); // 2n ** 96n
 * ```
 */
export function sqrtRatioAtTick(tick: number): bigint {
  let ratio = 1n << 128n;
  let rest = Math.abs(tick);
  for (let bit = 0; rest > 0; bit += 1, rest >>>= 1) {
    if ((rest & 1) === 1) ratio = (ratio * (factors[bit] ?? 0n)) >> 128n;
  }
  if (tick > 0) ratio = ((1n << 256n) - 1n) / ratio;
  return (ratio >> 32n) + ((ratio & 0xffff_ffffn) === 0n ? 0n : 1n);
}
