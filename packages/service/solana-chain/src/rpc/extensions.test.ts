import fc from 'fast-check';
import { expect, it } from 'vitest';
import { extendedKind, readExtensions } from './extensions.js';

const kinds = ['mint', 'holding'] as const;
const extensions = fc.array(
  fc.record({
    type: fc.integer({ min: 1, max: 65_535 }),
    value: fc.uint8Array({ maxLength: 120 }),
  }),
  { maxLength: 6 },
);

/** Bytes of a mint or an account with extensions. */
function written(
  kind: (typeof kinds)[number],
  list: readonly { readonly type: number; readonly value: Uint8Array }[],
): Uint8Array {
  const base = [...new Uint8Array(165), extendedKind[kind]];
  const head = (each: number): number[] => [each % 256, Math.floor(each / 256)];
  const behind = list.flatMap(({ type, value }) => [
    ...head(type),
    ...head(value.length),
    ...value,
  ]);
  return Uint8Array.from([...base, ...behind]);
}

it('reads each extension that is written, in its order, and the zeros behind as their end', () => {
  fc.assert(
    fc.property(extensions, fc.nat(40), fc.constantFrom(...kinds), (list, zeros, kind) => {
      const data = Uint8Array.from([...written(kind, list), ...new Uint8Array(zeros)]);
      expect(readExtensions(data, kind)).toEqual(list);
      const other = kind === 'mint' ? 'holding' : 'mint';
      expect(readExtensions(data, other)).toBeUndefined();
    }),
  );
});

it('reads nothing of what is cut within a value, or has no extensions', () => {
  const data = written('mint', [{ type: 18, value: new Uint8Array(64) }]);
  expect(readExtensions(data.subarray(0, -1), 'mint')).toBeUndefined();
  for (const length of [0, 82, 165])
    expect(readExtensions(data.subarray(0, length), 'mint')).toBeUndefined();
  expect(readExtensions(data.subarray(0, 166), 'mint')).toEqual([]);
});
