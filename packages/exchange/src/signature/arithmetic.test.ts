import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex } from '@portage/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { permutationVector } from '../../test/vectors.js';
import * as Curve from './curve.js';
import { generator, groupOrder, neutral } from './curve.js';
import * as Field from './goldilocks.js';
import { createGeneratorMultiplication, multiply } from './multiplication.js';
import { hash, permute } from './poseidon2.js';
import { externalConstants, internalConstants, matrixDiagonal } from './poseidon2Constants.js';
import * as Quintic from './quintic.js';

const coefficient = fc.oneof(
  fc.bigInt({ min: 0n, max: Field.fieldOrder - 1n }),
  fc.constantFrom(0n, 1n, Field.fieldOrder - 1n, 2n ** 32n, 2n ** 63n),
);
const element = fc.tuple(coefficient, coefficient, coefficient, coefficient, coefficient);
const scalar = fc.bigInt({ min: 0n, max: groupOrder - 1n });
const timesGenerator = createGeneratorMultiplication();
const isSame = (p: Curve.Point, q: Curve.Point): boolean =>
  Quintic.isEqual(Curve.encode(p), Curve.encode(q));

describe('Poseidon2', () => {
  it('has the constants of the protocol', () => {
    expect(
      [externalConstants, internalConstants, matrixDiagonal].map((list) => list.length),
    ).toEqual([96, 22, 12]);
    const all = [...externalConstants, ...internalConstants, ...matrixDiagonal];
    expect(all.every((constant) => constant < Field.fieldOrder)).toBe(true);
    expect(bytesToHex(sha256(all.map(String).join(',')))).toBe(
      '0xf4b39adc85d779fe73307652cafd2c3b10a16de2b93c5664792bcdd9e5d492e5',
    );
  });

  it('permutes as the published vector says', () => {
    const output = permute(permutationVector.input);
    expect(output[0]).toBe(permutationVector.output0);
    expect(output[5]).toBe(permutationVector.output5);
  });

  it('absorbs blocks of eight, and the rest over what is there', () => {
    const elements = Array.from({ length: 14 }, (_, place) => BigInt(place + 1));
    const first = permute([...elements.slice(0, 8), 0n, 0n, 0n, 0n]);
    const second = permute([...elements.slice(8), ...first.slice(6)]);
    expect(hash(elements)).toEqual(second.slice(0, 5));
  });
});

describe('Goldilocks and its extension', () => {
  it('is a field', () => {
    fc.assert(
      fc.property(element, element, element, (a, b, c) => {
        const { add, multiply: times, subtract } = Quintic;
        expect(times(a, add(b, c))).toEqual(add(times(a, b), times(a, c)));
        expect(times(a, b)).toEqual(times(b, a));
        expect(times(times(a, b), c)).toEqual(times(a, times(b, c)));
        expect(add(subtract(a, b), b)).toEqual(a);
        expect(Quintic.square(a)).toEqual(times(a, a));
      }),
    );
  });

  it('z^5 is 3', () => {
    const z: Quintic.Quintic = [0n, 1n, 0n, 0n, 0n];
    const fourth = Quintic.square(Quintic.square(z));
    expect(Quintic.multiply(fourth, z)).toEqual([3n, 0n, 0n, 0n, 0n]);
  });

  it('has inverses, and none of 0', () => {
    fc.assert(
      fc.property(element, (a) => {
        const product = Quintic.multiply(a, Quintic.invert(a));
        expect(product).toEqual(Quintic.isEqual(a, Quintic.zero) ? Quintic.zero : Quintic.one);
      }),
    );
  });

  it('raises to the order of the base field by the Frobenius map', () => {
    fc.assert(
      fc.property(element, (a) => {
        let result: Quintic.Quintic = Quintic.one;
        for (const bit of Field.fieldOrder.toString(2)) {
          result = Quintic.square(result);
          if (bit === '1') result = Quintic.multiply(result, a);
        }
        expect(Quintic.frobenius(a)).toEqual(result);
      }),
      { numRuns: 10 },
    );
  });

  it('finds the roots of squares, and of nothing else', () => {
    fc.assert(
      fc.property(element, (a) => {
        const square = Quintic.square(a);
        expect(Quintic.isSquare(square)).toBe(true);
        const root = Quintic.squareRoot(square);
        expect([a, Quintic.subtract(Quintic.zero, a)]).toContainEqual(root);
        expect(Quintic.squareRoot(a) !== undefined).toBe(Quintic.isSquare(a));
      }),
      { numRuns: 30 },
    );
  });

  it('writes elements in 40 bytes, in one way', () => {
    fc.assert(
      fc.property(element, (a) => {
        expect(Quintic.decode(Quintic.encode(a))).toEqual(a);
      }),
    );
    const bytes = Quintic.encode([0n, 0n, Field.fieldOrder, 0n, 0n]);
    expect(Quintic.decode(bytes)).toBeUndefined();
    expect(Quintic.decode(bytes.subarray(1))).toBeUndefined();
  });
});

describe('ecGFp5', () => {
  it('has a generator of the order of the group', () => {
    expect(isSame(multiply(generator, groupOrder), neutral)).toBe(true);
    expect(isSame(multiply(generator, groupOrder - 1n), neutral)).toBe(false);
    expect(Curve.encode(generator)).toEqual([4n, 0n, 0n, 0n, 0n]);
  });

  it('adds without exceptions', () => {
    expect(isSame(Curve.add(generator, neutral), generator)).toBe(true);
    expect(isSame(Curve.add(generator, generator), Curve.double(generator))).toBe(true);
    expect(isSame(Curve.double(neutral), neutral)).toBe(true);
    const opposite = multiply(generator, groupOrder - 1n);
    expect(isSame(Curve.add(generator, opposite), neutral)).toBe(true);
  });

  it('multiplies in both ways alike, and by sums', () => {
    fc.assert(
      fc.property(scalar, scalar, (a, b) => {
        const [left, right] = [timesGenerator(a), timesGenerator(b)];
        expect(isSame(multiply(generator, a), left)).toBe(true);
        expect(isSame(Curve.add(left, right), timesGenerator((a + b) % groupOrder))).toBe(true);
        expect(isSame(multiply(left, b), multiply(right, a))).toBe(true);
      }),
      { numRuns: 6 },
    );
    for (const small of [0n, 1n, 2n, 255n, groupOrder - 1n])
      expect(isSame(multiply(generator, small), timesGenerator(small))).toBe(true);
  });

  it('reads every point back, and half of all elements are none', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: groupOrder - 1n }), (a) => {
        const point = timesGenerator(a);
        const read = Curve.decode(Curve.encode(point));
        expect(read).toBeDefined();
        // Not the text alone: it adds like the point.
        expect(isSame(Curve.add(read ?? neutral, generator), Curve.add(point, generator))).toBe(
          true,
        );
      }),
      { numRuns: 8 },
    );
    expect(Curve.decode(Quintic.zero)).toBeUndefined();
  });
});
