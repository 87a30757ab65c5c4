import { fieldOrder } from './goldilocks.js';
import * as Quintic from './quintic.js';

/**
 * Point of ecGFp5 in the fractional coordinates x = X/Z and u = U/T, whose addition has no
 * exceptions.
 *
 * @see https://eprint.iacr.org/2022/274
 */
export interface Point {
  readonly x: Quintic.Quintic;
  readonly z: Quintic.Quintic;
  readonly u: Quintic.Quintic;
  readonly t: Quintic.Quintic;
}

/** Order of the group of points, a prime of 319 bits. */
export const groupOrder =
  1067993516717146951041484916571792702745057740581727230159139685185762082554198619328292418486241n;

/** Coefficient a of the curve y² = x(x² + ax + b). */
const a: Quintic.Quintic = [2n, 0n, 0n, 0n, 0n];
/** Coefficient b of the curve is this times z. */
const bFactor = 263n;
/** Four times b. */
const fourB: Quintic.Quintic = [0n, 4n * bFactor, 0n, 0n, 0n];
const oneHalf = 0x7fff_ffff_8000_0001n;

/** The neutral point. */
export const neutral: Point = { x: Quintic.zero, z: Quintic.one, u: Quintic.zero, t: Quintic.one };

/** The point that public keys are multiples of. */
export const generator: Point = {
  x: [
    12883135586176881569n,
    4356519642755055268n,
    5248930565894896907n,
    2165973894480315022n,
    2448410071095648785n,
  ],
  z: Quintic.one,
  u: Quintic.one,
  t: [4n, 0n, 0n, 0n, 0n],
};

/** An element times b. */
function timesB([c0, c1, c2, c3, c4]: Quintic.Quintic): Quintic.Quintic {
  return Quintic.scale([(3n * c4) % fieldOrder, c0, c1, c2, c3], bFactor);
}

/** Four times an element. */
function timesFour(element: Quintic.Quintic): Quintic.Quintic {
  return Quintic.double(Quintic.double(element));
}

/** Sum of two points, of any two. */
export function add(p: Point, q: Point): Point {
  const { add: plus, subtract: minus, multiply: times, double: twice } = Quintic;
  const xx = times(p.x, q.x);
  const zz = times(p.z, q.z);
  const uu = times(p.u, q.u);
  const tt = times(p.t, q.t);
  const xz = minus(times(plus(p.x, p.z), plus(q.x, q.z)), plus(xx, zz));
  const ut = minus(times(plus(p.u, p.t), plus(q.u, q.t)), plus(uu, tt));
  const bzz = timesB(zz);
  const sum = plus(xx, bzz);
  const left = times(tt, sum);
  const right = times(uu, twice(plus(timesB(xz), sum)));
  const cross = times(plus(tt, twice(uu)), plus(xz, sum));
  return {
    x: timesB(minus(cross, left)),
    z: minus(left, right),
    u: times(ut, minus(bzz, xx)),
    t: plus(left, right),
  };
}

/** Twice a point. */
export function double({ x, z, u, t }: Point): Point {
  const { add: plus, subtract: minus, multiply: times, double: twice, square } = Quintic;
  const zt = times(z, t);
  const ztt = times(zt, t);
  const xPart = square(ztt);
  const zPart = times(zt, u);
  const zSquare = square(zPart);
  const wPart = minus(ztt, times(square(u), twice(plus(x, z))));
  const wSquare = square(wPart);
  return {
    x: timesFour(timesB(zSquare)),
    z: wSquare,
    u: minus(square(plus(wPart, zPart)), plus(zSquare, wSquare)),
    t: minus(twice(xPart), plus(timesFour(zSquare), wSquare)),
  };
}

/** The one element that stands for a point: T/U, and 0 for the neutral point. */
export function encode({ u, t }: Point): Quintic.Quintic {
  return Quintic.multiply(t, Quintic.invert(u));
}

/** The point of an element; undefined where there is none, and for the neutral point. */
export function decode(w: Quintic.Quintic): Point | undefined {
  if (Quintic.isEqual(w, Quintic.zero)) return undefined;
  const e = Quintic.subtract(Quintic.square(w), a);
  const root = Quintic.squareRoot(Quintic.subtract(Quintic.square(e), fourB));
  if (root === undefined) return undefined;
  const x = Quintic.scale(Quintic.add(e, root), oneHalf);
  const other = Quintic.scale(Quintic.subtract(e, root), oneHalf);
  // The product of the two roots is b. The group of the curve holds the root that is no square.
  return { x: Quintic.isSquare(x) ? other : x, z: Quintic.one, u: Quintic.one, t: w };
}
