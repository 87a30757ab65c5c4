import { groupOrder } from './curve.js';
import type { Quintic } from './quintic.js';

/** Bytes of a scalar. */
export const scalarBytes = 40;

/** The number of bytes, lowest first. */
export function readNumber(bytes: Uint8Array): bigint {
  let number = 0n;
  for (let place = bytes.length - 1; place >= 0; place -= 1)
    number = (number << 8n) | BigInt(bytes[place] ?? 0);
  return number;
}

/** The 40 bytes of a scalar, lowest first. */
export function encodeScalar(scalar: bigint): Uint8Array {
  const bytes = new Uint8Array(scalarBytes);
  let rest = scalar;
  for (let place = 0; place < scalarBytes; place += 1) {
    bytes[place] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return bytes;
}

/** The scalar of 40 bytes; undefined where it is not below the group's order. */
export function decodeScalar(bytes: Uint8Array): bigint | undefined {
  if (bytes.length !== scalarBytes) return undefined;
  const scalar = readNumber(bytes);
  return scalar < groupOrder ? scalar : undefined;
}

/** The coefficients of an element as one number, lowest first, by the group's order. */
export function scalarOf([c0, c1, c2, c3, c4]: Quintic): bigint {
  return (c0 | (c1 << 64n) | (c2 << 128n) | (c3 << 192n) | (c4 << 256n)) % groupOrder;
}
