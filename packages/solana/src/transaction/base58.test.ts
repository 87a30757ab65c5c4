import { base58 } from '@scure/base';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeBase58, encodeBase58 } from './base58.js';

it('writes and reads what a library does, leading zeros included', () => {
  const bytes = fc
    .tuple(fc.nat({ max: 5 }), fc.uint8Array({ maxLength: 64 }))
    .map(([zeros, rest]) => Uint8Array.from([...new Uint8Array(zeros), ...rest]));
  fc.assert(
    fc.property(bytes, (value) => {
      const text = base58.encode(value);
      expect(encodeBase58(value)).toBe(text);
      expect(decodeBase58(text)).toEqual(value);
    }),
  );
});

it('reads no letter that looks like another one', () => {
  for (const letter of ['0', 'O', 'I', 'l', ' ', 'é'])
    expect(decodeBase58(`2${letter}`)).toBe(undefined);
});
