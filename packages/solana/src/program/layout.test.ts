import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { solanaCodec } from '../codec.js';
import { defineLayout, field } from './layout.js';

const layout = defineLayout('event:Test', {
  small: field.u8,
  amount: field.u64,
  time: field.i64,
  who: field.address,
  id: field.bytes32,
  mint: field.optionalMint,
});
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const address = bytes32.map((bytes) => solanaCodec.decodeAddress(bytes));
const values = fc.record({
  small: fc.integer({ min: 0, max: 255 }),
  amount: fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
  time: fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n }),
  who: address,
  id: bytes32.map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
  mint: fc.oneof(address, fc.constant(solanaCodec.nativeCurrency)),
});

describe('a layout', () => {
  it('reads what it wrote, from any place in memory', () => {
    fc.assert(
      fc.property(values, fc.nat(7), (given, shift) => {
        const bytes = layout.encode(given);
        const shifted = new Uint8Array(shift + bytes.length);
        shifted.set(bytes, shift);
        expect(layout.decode(shifted.subarray(shift))).toEqual(given);
      }),
    );
  });

  it('reads nothing that is cut, longer or of another name', () => {
    fc.assert(
      fc.property(values, (given) => {
        const bytes = layout.encode(given);
        for (let length = 0; length < bytes.length; length += 1)
          expect(layout.decode(bytes.subarray(0, length))).toBeUndefined();
        expect(layout.decode(Uint8Array.from([...bytes, 0]))).toBeUndefined();
        expect(
          layout.decode(Uint8Array.from([bytes[0]! ^ 1, ...bytes.subarray(1)])),
        ).toBeUndefined();
      }),
      { numRuns: 20 },
    );
  });

  it('refuses what does not fit', () => {
    const amounts = defineLayout('event:Amount', { amount: field.u64 });
    const times = defineLayout('event:Time', { time: field.i64 });
    const ids = defineLayout('event:Id', { id: field.bytes32 });
    for (const amount of [-1n, 1n << 64n]) expect(() => amounts.encode({ amount })).toThrow();
    for (const time of [-(1n << 63n) - 1n, 1n << 63n])
      expect(() => times.encode({ time })).toThrow();
    for (const id of ['0x', `0x${'00'.repeat(31)}`, `0x${'00'.repeat(33)}`])
      expect(() => ids.encode({ id })).toThrow();
  });
});
