import { expect, test } from 'vitest';
import { isPortageError } from '../errors/portageError.js';
import { bytesToHex, hexToBytes } from '../hex.js';
import { defineCodec } from './defineCodec.js';

const codec = defineCodec({
  vm: 'mychain',
  nativeCurrency: 'my0000',
  addressHint: 'An address is my and 4 hex digits.',
  parseAddress: (text) =>
    /^my[0-9a-f]{4}$/i.test(text) ? hexToBytes(`0x${text.slice(2).toLowerCase()}`) : undefined,
  printAddress: (bytes) => `my${bytesToHex(bytes).slice(2)}`,
  parseTransactionId: (text) => (/^[0-9a-f]{4}$/.test(text) ? text : undefined),
});

test('two spellings of one account are one text and the same bytes', () => {
  expect(codec.normalizeAddress('MYAB01')).toBe('myab01');
  expect(codec.encodeAddress('MYAB01')).toEqual(codec.encodeAddress('myab01'));
  expect(codec.decodeAddress(Uint8Array.of(0xab, 1))).toBe('myab01');
  expect(codec.encodeCurrency(codec.nativeCurrency)).toEqual(Uint8Array.of(0, 0));
});

test('a text or bytes of another family are refused, with a hint', () => {
  const refusal: unknown = expect.toSatisfy(
    (error: unknown) =>
      isPortageError(error, 'INVALID_ADDRESS') &&
      error.hint === 'An address is my and 4 hex digits.',
  );
  expect(() => codec.normalizeAddress('0xab01')).toThrow(refusal);
  expect(() => codec.decodeAddress(new Uint8Array(3))).toThrow(refusal);
  expect(() => codec.normalizeTransactionId('no')).toThrow(
    expect.toSatisfy((error: unknown) => isPortageError(error, 'INVALID_REQUEST')),
  );
});
