/*
 * Amounts between two square root prices, and prices after an amount, as in section 6.2 of the V3
 * whitepaper. Prices have 96 binary digits after the point.
 */
const uint256 = 1n << 256n;
const uint160 = 1n << 160n;

/** Token0 between two prices, rounded down: `L * (upper - lower) / (upper * lower)`. */
export function amount0Down(lower: bigint, upper: bigint, liquidity: bigint): bigint {
  return ((liquidity << 96n) * (upper - lower)) / (upper * lower);
}

/** Token0 between two prices, rounded up. */
export function amount0Up(lower: bigint, upper: bigint, liquidity: bigint): bigint {
  return divideUp((liquidity << 96n) * (upper - lower), upper * lower);
}

/** Token1 between two prices, rounded down: `L * (upper - lower)`. */
export function amount1Down(lower: bigint, upper: bigint, liquidity: bigint): bigint {
  return (liquidity * (upper - lower)) >> 96n;
}

/** Token1 between two prices, rounded up. */
export function amount1Up(lower: bigint, upper: bigint, liquidity: bigint): bigint {
  const product = liquidity * (upper - lower);
  return (product >> 96n) + ((product & 0xffff_ffff_ffff_ffff_ffff_ffffn) === 0n ? 0n : 1n);
}

/**
 * Price after token0 came in, rounded up. Where the exact product does not fit 256 bits, the pool
 * divides first, and so does this function.
 */
export function priceAfterAmount0In(price: bigint, liquidity: bigint, amount: bigint): bigint {
  const numerator = liquidity << 96n;
  const product = amount * price;
  const denominator = numerator + product;
  if (product < uint256 && denominator < uint256) return divideUp(numerator * price, denominator);
  return divideUp(numerator, numerator / price + amount);
}

/** Price after token1 came in, rounded down; undefined beyond what a pool can keep. */
export function priceAfterAmount1In(
  price: bigint,
  liquidity: bigint,
  amount: bigint,
): bigint | undefined {
  const next = price + (amount << 96n) / liquidity;
  return next < uint160 ? next : undefined;
}

/** Price after token0 went out, rounded up; undefined where the pool has less. */
export function priceAfterAmount0Out(
  price: bigint,
  liquidity: bigint,
  amount: bigint,
): bigint | undefined {
  const numerator = liquidity << 96n;
  const product = amount * price;
  if (product >= uint256 || numerator <= product) return undefined;
  const next = divideUp(numerator * price, numerator - product);
  return next < uint160 ? next : undefined;
}

/** Price after token1 went out, rounded down; undefined where the pool has less. */
export function priceAfterAmount1Out(
  price: bigint,
  liquidity: bigint,
  amount: bigint,
): bigint | undefined {
  const quotient = divideUp(amount << 96n, liquidity);
  return price > quotient ? price - quotient : undefined;
}

function divideUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}
