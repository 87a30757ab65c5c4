/** Order of the Goldilocks field: 2^64 − 2^32 + 1. */
export const fieldOrder = 0xffff_ffff_0000_0001n;

/** Sum of two elements. */
export function add(a: bigint, b: bigint): bigint {
  const sum = a + b;
  return sum >= fieldOrder ? sum - fieldOrder : sum;
}

/** Difference of two elements. */
export function subtract(a: bigint, b: bigint): bigint {
  return a >= b ? a - b : a - b + fieldOrder;
}

/** An element to a power that is not negative. */
export function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let factor = base, rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * factor) % fieldOrder;
    factor = (factor * factor) % fieldOrder;
  }
  return result;
}

/** Inverse of an element; 0 of 0. */
export function invert(a: bigint): bigint {
  return power(a, fieldOrder - 2n);
}

/** Whether an element is a square; 0 is one. */
export function isSquare(a: bigint): boolean {
  return a === 0n || power(a, (fieldOrder - 1n) / 2n) === 1n;
}

/** The field's multiplicative group has 2^32 times this many elements. */
const oddPart = (fieldOrder - 1n) >> 32n;
/** A generator of the multiplicative group; no square. */
const generator = 7n;

/** A square root of an element, by Tonelli and Shanks; undefined where there is none. */
export function squareRoot(a: bigint): bigint | undefined {
  if (a === 0n) return 0n;
  if (!isSquare(a)) return undefined;
  let exponent = 32;
  let factor = power(generator, oddPart);
  let rest = power(a, oddPart);
  let root = power(a, (oddPart + 1n) / 2n);
  while (rest !== 1n) {
    let order = 0;
    for (let square = rest; square !== 1n; order += 1) square = (square * square) % fieldOrder;
    const correction = power(factor, 1n << BigInt(exponent - order - 1));
    exponent = order;
    factor = (correction * correction) % fieldOrder;
    rest = (rest * factor) % fieldOrder;
    root = (root * correction) % fieldOrder;
  }
  return root;
}
