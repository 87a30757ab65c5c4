import { isPortageError } from '@portage/core';
import { PublicKey } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { solanaCodec } from './codec.js';

const refuses = (action: () => unknown): void => {
  expect(action).toThrow(
    expect.toSatisfy((error: unknown) => isPortageError(error, 'INVALID_ADDRESS')),
  );
};

describe('addresses', () => {
  it('are what web3.js says, for any 32 bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const text = new PublicKey(bytes).toBase58();
        expect(solanaCodec.decodeAddress(bytes)).toBe(text);
        expect(solanaCodec.encodeAddress(text)).toEqual(bytes);
        expect(solanaCodec.normalizeAddress(text)).toBe(text);
      }),
    );
  });

  it('name SOL by the system program', () => {
    expect(solanaCodec.encodeCurrency(solanaCodec.nativeCurrency)).toEqual(new Uint8Array(32));
    expect(() => solanaCodec.encodeCurrency('1'.repeat(31))).toThrow();
    expect(() => solanaCodec.encodeCurrency('1'.repeat(33))).toThrow();
  });

  it.each([
    ['a digit too few', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5D'],
    ['a digit too many', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DAA'],
    ['a letter that base58 leaves out', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5D0'],
    ['a space', ' TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
    ['an EVM address', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
    ['a Bitcoin address', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['another Bitcoin address', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
    ['the largest 44 digits, which are more than 32 bytes', 'z'.repeat(44)],
    ['a very long text', '1'.repeat(100_000)],
  ])('refuses %s', (_, text) => refuses(() => solanaCodec.normalizeAddress(text)));
});
