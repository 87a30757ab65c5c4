/** Largest tick of a V3 pool. */
const tickMax = 887_272;

/**
 * Square root of `amount1 / amount0` with 96 binary digits after the point, the form of prices in
 * V3 pools; rounded down.
 */
export function sqrtPriceX96(amount0: bigint, amount1: bigint): bigint {
  return squareRoot((amount1 << 192n) / amount0);
}

/** Ticks of a range around a price, on the grid of the pool. */
export function tickRange(
  sqrtPrice: bigint,
  factor: number | undefined,
  spacing: number,
): readonly [lower: number, upper: number] {
  const onGrid = (tick: number): number => Math.round(tick / spacing) * spacing;
  const widest = Math.floor(tickMax / spacing) * spacing;
  if (factor === undefined) return [-widest, widest];
  const price = (Number(sqrtPrice) / 2 ** 96) ** 2;
  const center = Math.log(price) / Math.log(1.0001);
  const reach = Math.max(spacing, Math.log(factor) / Math.log(1.0001));
  return [onGrid(center - reach), onGrid(center + reach)];
}

/** `floor(sqrt(value))` by Newton's steps, from above. */
function squareRoot(value: bigint): bigint {
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (let next = (root + value / root) / 2n; next < root; next = (root + value / root) / 2n)
    root = next;
  return root;
}
