import * as Field from './goldilocks.js';
import { fieldOrder } from './goldilocks.js';

/** Element of the extension by z with z^5 = 3: the coefficients of 1, z, z², z³ and z⁴. */
export type Quintic = readonly [bigint, bigint, bigint, bigint, bigint];

export const zero: Quintic = [0n, 0n, 0n, 0n, 0n];
export const one: Quintic = [1n, 0n, 0n, 0n, 0n];

/** Bytes of an element. */
export const quinticBytes = 40;

/** Value of z^5. */
const nonResidue = 3n;

/** Sum of two elements. */
export function add(a: Quintic, b: Quintic): Quintic {
  return [
    Field.add(a[0], b[0]),
    Field.add(a[1], b[1]),
    Field.add(a[2], b[2]),
    Field.add(a[3], b[3]),
    Field.add(a[4], b[4]),
  ];
}

/** Difference of two elements. */
export function subtract(a: Quintic, b: Quintic): Quintic {
  return [
    Field.subtract(a[0], b[0]),
    Field.subtract(a[1], b[1]),
    Field.subtract(a[2], b[2]),
    Field.subtract(a[3], b[3]),
    Field.subtract(a[4], b[4]),
  ];
}

/** Twice an element. */
export function double(a: Quintic): Quintic {
  return add(a, a);
}

/** An element times an element of the base field. */
export function scale(a: Quintic, factor: bigint): Quintic {
  return [
    (a[0] * factor) % fieldOrder,
    (a[1] * factor) % fieldOrder,
    (a[2] * factor) % fieldOrder,
    (a[3] * factor) % fieldOrder,
    (a[4] * factor) % fieldOrder,
  ];
}

/** Product of two elements; each coefficient is reduced once. */
export function multiply(a: Quintic, b: Quintic): Quintic {
  const [a0, a1, a2, a3, a4] = a;
  const [b0, b1, b2, b3, b4] = b;
  return [
    (a0 * b0 + nonResidue * (a1 * b4 + a2 * b3 + a3 * b2 + a4 * b1)) % fieldOrder,
    (a0 * b1 + a1 * b0 + nonResidue * (a2 * b4 + a3 * b3 + a4 * b2)) % fieldOrder,
    (a0 * b2 + a1 * b1 + a2 * b0 + nonResidue * (a3 * b4 + a4 * b3)) % fieldOrder,
    (a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0 + nonResidue * a4 * b4) % fieldOrder,
    (a0 * b4 + a1 * b3 + a2 * b2 + a3 * b1 + a4 * b0) % fieldOrder,
  ];
}

/** Square of an element, with fifteen products in place of 25. */
export function square(a: Quintic): Quintic {
  const [a0, a1, a2, a3, a4] = a;
  const twice0 = a0 + a0;
  const twice1 = a1 + a1;
  const twice2 = a2 + a2;
  return [
    (a0 * a0 + nonResidue * (twice1 * a4 + twice2 * a3)) % fieldOrder,
    (twice0 * a1 + nonResidue * (twice2 * a4 + a3 * a3)) % fieldOrder,
    (twice0 * a2 + a1 * a1 + nonResidue * (a3 + a3) * a4) % fieldOrder,
    (twice0 * a3 + twice1 * a2 + nonResidue * a4 * a4) % fieldOrder,
    (twice0 * a4 + twice1 * a3 + a2 * a2) % fieldOrder,
  ];
}

/** Whether two elements are equal. */
export function isEqual(a: Quintic, b: Quintic): boolean {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3] && a[4] === b[4];
}

/** z^(p − 1), by whose powers the Frobenius map multiplies the coefficients. */
const frobeniusRoot = Field.power(nonResidue, (fieldOrder - 1n) / 5n);

/** An element to the power of p, `times` times. */
export function frobenius(a: Quintic, times = 1): Quintic {
  const root = Field.power(frobeniusRoot, BigInt(times));
  const root2 = (root * root) % fieldOrder;
  return [
    a[0],
    (a[1] * root) % fieldOrder,
    (a[2] * root2) % fieldOrder,
    (((a[3] * root2) % fieldOrder) * root) % fieldOrder,
    (((a[4] * root2) % fieldOrder) * root2) % fieldOrder,
  ];
}

/**
 * An element to the power of p + p² + p³ + p⁴. Times the element it is the norm, which lies in the
 * base field (Itoh and Tsujii).
 */
function conjugates(a: Quintic): Quintic {
  const first = frobenius(a);
  const pair = multiply(first, frobenius(first));
  return multiply(pair, frobenius(pair, 2));
}

/** Inverse of an element; 0 of 0. */
export function invert(a: Quintic): Quintic {
  const rest = conjugates(a);
  return scale(rest, Field.invert(multiply(a, rest)[0]));
}

/** Whether an element is a square, as its norm is; 0 is one. */
export function isSquare(a: Quintic): boolean {
  return Field.isSquare(multiply(a, conjugates(a))[0]);
}

/** A square root of an element; undefined where there is none. */
export function squareRoot(a: Quintic): Quintic | undefined {
  // e is a^((p + p³)(p + 1)/2), so that a · e² is the norm of a, which lies in the base field.
  const power31 = squareRepeatedly(a, 31);
  const factor = multiply(multiply(a, squareRepeatedly(power31, 32)), invert(power31));
  const e = frobenius(multiply(factor, frobenius(factor, 2)));
  const root = Field.squareRoot(multiply(square(e), a)[0]);
  return root === undefined ? undefined : scale(invert(e), root);
}

/** An element squared `times` times. */
function squareRepeatedly(a: Quintic, times: number): Quintic {
  let result = a;
  for (let i = 0; i < times; i += 1) result = square(result);
  return result;
}

/** The 40 bytes of an element: each coefficient in eight bytes, lowest byte first. */
export function encode(a: Quintic): Uint8Array {
  const bytes = new Uint8Array(quinticBytes);
  const view = new DataView(bytes.buffer);
  a.forEach((coefficient, place) => view.setBigUint64(8 * place, coefficient, true));
  return bytes;
}

/** The element of 40 bytes; undefined where a coefficient is not below the field's order. */
export function decode(bytes: Uint8Array): Quintic | undefined {
  if (bytes.length !== quinticBytes) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, quinticBytes);
  const at = (place: number): bigint => view.getBigUint64(8 * place, true);
  const element: Quintic = [at(0), at(1), at(2), at(3), at(4)];
  return element.every((coefficient) => coefficient < fieldOrder) ? element : undefined;
}
