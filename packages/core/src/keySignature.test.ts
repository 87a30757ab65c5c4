import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatKeySignature, readKeySignature } from './keySignature.js';

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const word = (value: bigint): string => value.toString(16).padStart(64, '0');
const r = 'ab'.repeat(32);

/** The ways in which wallets write one signature. */
function writings(low: bigint, v: 27 | 28): readonly string[] {
  const other = v === 27 ? '1c' : '1b';
  const compact = low | (BigInt(v - 27) << 255n);
  return [
    `0x${r}${word(low)}${v.toString(16)}`,
    `0x${r}${word(low)}0${String(v - 27)}`,
    `0x${r.toUpperCase()}${word(low).toUpperCase()}${v.toString(16).toUpperCase()}`,
    `0x${r}${word(order - low)}${other}`,
    `0x${r}${word(order - low)}0${String(28 - v)}`,
    `0x${r}${word(compact)}`,
  ];
}

it('reads one signature from every way in which wallets write it, and writes one form', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: order / 2n }),
      fc.constantFrom(27 as const, 28 as const),
      (low, v) => {
        const forms = writings(low, v).map((text) => {
          const read = readKeySignature(text);
          return read === undefined ? undefined : formatKeySignature(read);
        });
        expect(new Set(forms)).toEqual(new Set([`0x${r}${word(low)}${v.toString(16)}`]));
      },
    ),
  );
});

it.each([
  ['nothing', '0x'],
  ['another last byte', `0x${r}${word(1n)}1d`],
  ['66 bytes', `0x${r}${word(1n)}1b00`],
  ['no prefix', `${r}${word(1n)}1b`],
  ['no hex', `0x${'zz'.repeat(65)}`],
  ['an s of zero', `0x${r}${word(0n)}1b`],
  ['an s beyond the order', `0x${r}${word(order)}1b`],
])('reads no signature of a key from %s', (_, text) => {
  expect(readKeySignature(text)).toBeUndefined();
});
