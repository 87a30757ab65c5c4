import { externalConstants, internalConstants, matrixDiagonal } from '@portage/exchange/signature';

/**
 * The plain way to sign for the exchange, to compare with: the same formulas over arrays, a window
 * of four bits for every multiplication, squares as products. Parameters are the package's own.
 */
const field = 0xffff_ffff_0000_0001n;
const order =
  1067993516717146951041484916571792702745057740581727230159139685185762082554198619328292418486241n;

type Element = readonly bigint[];

interface Point {
  readonly x: Element;
  readonly z: Element;
  readonly u: Element;
  readonly t: Element;
}

const at = (list: Element, place: number): bigint => list[place] ?? 0n;
const places = [0, 1, 2, 3, 4] as const;
const zero: Element = [0n, 0n, 0n, 0n, 0n];
const one: Element = [1n, 0n, 0n, 0n, 0n];
const neutral: Point = { x: zero, z: one, u: zero, t: one };
const generator: Point = {
  x: [
    12883135586176881569n,
    4356519642755055268n,
    5248930565894896907n,
    2165973894480315022n,
    2448410071095648785n,
  ],
  z: one,
  u: one,
  t: [4n, 0n, 0n, 0n, 0n],
};

const add = (a: Element, b: Element): Element =>
  places.map((place) => (at(a, place) + at(b, place)) % field);
const subtract = (a: Element, b: Element): Element =>
  places.map((place) => (at(a, place) - at(b, place) + field) % field);
const multiply = (a: Element, b: Element): Element => {
  const sums = [0n, 0n, 0n, 0n, 0n];
  for (const left of places)
    for (const right of places) {
      const product = at(a, left) * at(b, right);
      const place = (left + right) % 5;
      sums[place] = at(sums, place) + (left + right > 4 ? 3n * product : product);
    }
  return sums.map((sum) => sum % field);
};
const timesB = (a: Element): Element =>
  [3n * at(a, 4), at(a, 0), at(a, 1), at(a, 2), at(a, 3)].map((value) => (263n * value) % field);
const twice = (a: Element): Element => add(a, a);

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let factor = base, rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * factor) % field;
    factor = (factor * factor) % field;
  }
  return result;
}

function frobenius(a: Element, times: bigint): Element {
  const root = power(power(3n, (field - 1n) / 5n), times);
  return places.map((place) => (at(a, place) * power(root, BigInt(place))) % field);
}

function invert(a: Element): Element {
  const pair = multiply(frobenius(a, 1n), frobenius(a, 2n));
  const rest = multiply(pair, frobenius(pair, 2n));
  const norm = power(at(multiply(a, rest), 0), field - 2n);
  return rest.map((value) => (value * norm) % field);
}

function addPoints(p: Point, q: Point): Point {
  const [xx, zz, uu, tt] = [
    multiply(p.x, q.x),
    multiply(p.z, q.z),
    multiply(p.u, q.u),
    multiply(p.t, q.t),
  ];
  const xz = subtract(multiply(add(p.x, p.z), add(q.x, q.z)), add(xx, zz));
  const ut = subtract(multiply(add(p.u, p.t), add(q.u, q.t)), add(uu, tt));
  const sum = add(xx, timesB(zz));
  const left = multiply(tt, sum);
  const right = multiply(uu, add(twice(timesB(xz)), twice(sum)));
  return {
    x: timesB(subtract(multiply(add(tt, twice(uu)), add(xz, sum)), left)),
    z: subtract(left, right),
    u: multiply(ut, subtract(timesB(zz), xx)),
    t: add(left, right),
  };
}

function doublePoint({ x, z, u, t }: Point): Point {
  const zt = multiply(z, t);
  const ztt = multiply(zt, t);
  const square = multiply(ztt, ztt);
  const zu = multiply(zt, u);
  const w = subtract(ztt, multiply(multiply(u, u), twice(add(x, z))));
  const [zuSquare, wSquare] = [multiply(zu, zu), multiply(w, w)];
  const sum = add(w, zu);
  return {
    x: twice(twice(timesB(zuSquare))),
    z: wSquare,
    u: subtract(multiply(sum, sum), add(zuSquare, wSquare)),
    t: subtract(twice(square), add(twice(twice(zuSquare)), wSquare)),
  };
}

function timesGenerator(scalar: bigint): Element {
  const table = [neutral, generator];
  for (let digit = 2; digit < 16; digit += 1)
    table.push(addPoints(table[digit - 1] ?? neutral, generator));
  let result = neutral;
  for (let window = 79; window >= 0; window -= 1) {
    for (let bit = 0; bit < 4; bit += 1) result = doublePoint(result);
    const digit = Number((scalar >> BigInt(4 * window)) & 15n);
    if (digit > 0) result = addPoints(result, table[digit] ?? neutral);
  }
  return multiply(result.t, invert(result.u));
}

const power7 = (value: bigint): bigint => power(value % field, 7n);

function mix(state: bigint[]): void {
  for (let block = 0; block < 12; block += 4) {
    const [a = 0n, b = 0n, c = 0n, d = 0n] = state.slice(block, block + 4);
    const sum = a + b + c + d;
    state.splice(block, 4, sum + a + 2n * b, sum + b + 2n * c, sum + c + 2n * d, sum + d + 2n * a);
  }
  const sums = [0, 1, 2, 3].map((row) => at(state, row) + at(state, row + 4) + at(state, row + 8));
  state.forEach((value, place) => (state[place] = (value + at(sums, place % 4)) % field));
}

function hash(elements: readonly bigint[]): Element {
  let state: bigint[] = new Array<bigint>(12).fill(0n);
  const externalRound = (round: number): void => {
    state = state.map((value, place) => power7(value + at(externalConstants, 12 * round + place)));
    mix(state);
  };
  for (let start = 0; start < elements.length; start += 8) {
    elements.slice(start, start + 8).forEach((value, place) => (state[place] = value));
    mix(state);
    for (const round of [0, 1, 2, 3]) externalRound(round);
    for (const constant of internalConstants) {
      state[0] = power7(at(state, 0) + constant);
      const sum = state.reduce((total, value) => total + value, 0n);
      state = state.map((value, place) => (sum + value * at(matrixDiagonal, place)) % field);
    }
    for (const round of [4, 5, 6, 7]) externalRound(round);
  }
  return state.slice(0, 5);
}

const join = (a: Element): bigint => a.reduceRight((sum, limb) => (sum << 64n) | limb, 0n);

/** Numbers of a signature with a given nonce. */
export interface PlainSignature {
  readonly s: bigint;
  readonly e: bigint;
}

/** Key and nonce of a signature. */
export interface PlainNumbers {
  readonly key: bigint;
  readonly nonce: bigint;
}

/** Signs the hash of elements in the plain way. */
export function signPlainly(
  elements: readonly bigint[],
  { key, nonce }: PlainNumbers,
): PlainSignature {
  const message = hash(elements);
  const e = join(hash([...timesGenerator(nonce), ...message])) % order;
  return { s: (((nonce - e * key) % order) + order) % order, e };
}

/** Nonce that a signature was made with, which the key reveals. */
export function nonceOf({ s, e }: PlainSignature, key: bigint): bigint {
  return (s + e * key) % order;
}
