import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keccak_256 } from '@noble/hashes/sha3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeModule } from '../scripts/describeModule.js';
import { createKeccak } from './createKeccak.js';

const keccak = createKeccak();

describe('the module', () => {
  it('is what its source assembles to', () => {
    expect(readFileSync(join(import.meta.dirname, 'module.ts'), 'utf8')).toBe(describeModule());
  });
});

describe('hash', () => {
  it('gives the published digests', () => {
    expect(Buffer.from(keccak.hash(new Uint8Array(0))).toString('hex')).toBe('c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470');
    expect(Buffer.from(keccak.hash(Buffer.from('abc'))).toString('hex')).toBe('4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45');
  });

  it.each([0, 1, 31, 135, 136, 137, 271, 272, 273, 2175, 2176, 2177, 4351, 4352, 4353, 100_000])('agrees with the reference at %i bytes', (length) => {
    const bytes = new Uint8Array(length).map((_, index) => index * 7);
    expect(keccak.hash(bytes)).toEqual(keccak_256(bytes));
  });

  it('agrees with the reference on any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 5000 }), (bytes) => {
        expect(keccak.hash(bytes)).toEqual(keccak_256(bytes));
      }),
    );
  });
});

describe('a message', () => {
  it('agrees with the reference at every length, however often it is written', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 2, maxLength: 4 }), (writes) => {
        const length = writes[0]!.length;
        const message = createKeccak().reserve(length);
        for (const write of writes) {
          message.bytes.fill(0);
          message.bytes.set(write.subarray(0, length));
          expect(message.digest()).toEqual(keccak_256(message.bytes));
        }
      }),
      { numRuns: 50 },
    );
  });

  it('writes its digest into another, and nothing beside it', () => {
    const leaf = keccak.reserve(20);
    const node = keccak.reserve(96);
    node.bytes.fill(7);
    leaf.bytes.fill(1);
    leaf.digestInto(node, 32);
    expect(node.bytes).toEqual(Uint8Array.from([...new Uint8Array(32).fill(7), ...keccak_256(leaf.bytes), ...new Uint8Array(32).fill(7)]));
    expect(node.digest()).toEqual(keccak_256(node.bytes));
  });

  it('refuses a place that is not within a message of the same hasher', () => {
    const leaf = keccak.reserve(20);
    expect(() => leaf.digestInto(keccak.reserve(40), 16)).toThrow(RangeError);
    expect(() => leaf.digestInto(createKeccak().reserve(64), 0)).toThrow(RangeError);
    expect(() => leaf.digestInto(keccak.reserve(64), -8)).toThrow(RangeError);
  });

  it('is refused when the memory is full', () => {
    const full = createKeccak();
    full.reserve(100_000);
    expect(() => full.reserve(100_000)).toThrow(RangeError);
    expect(full.hash(new Uint8Array(3))).toEqual(keccak_256(new Uint8Array(3)));
  });
});
