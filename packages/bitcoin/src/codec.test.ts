import { isPortageError } from '@portage/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locks, networkNames } from '../test/arbitraries.js';
import { formatAddress } from './address/address.js';
import { bitcoinCodec, createBitcoinCodec } from './codec.js';

const mainnet = createBitcoinCodec('mainnet');
const regtest = createBitcoinCodec('regtest');

const refuses = (action: () => unknown): void => {
  expect(action).toThrow(
    expect.toSatisfy((error: unknown) => isPortageError(error, 'INVALID_ADDRESS')),
  );
};

describe('addresses', () => {
  // Vectors of BIP-173 and BIP-350 that are of a known kind, and of base58.
  it.each([
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', '00751e76e8199196d454941c45d1b3a323f1433bd6'],
    [
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      '0179be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    ],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'ff0077bff20c60e522dfaa3350c39b030a5d004e839a'],
  ])('%s are read, written and hashed', (text, hex) => {
    const canonical = text.startsWith('BC') ? text.toLowerCase() : text;
    expect(mainnet.normalizeAddress(text)).toBe(canonical);
    expect(Buffer.from(mainnet.encodeAddress(text)).toString('hex')).toBe(hex);
    expect(mainnet.decodeAddress(mainnet.encodeAddress(text))).toBe(canonical);
    expect(bitcoinCodec.normalizeAddress(text)).toBe(canonical);
  });

  it.each([
    [
      'bech32 where bech32m belongs',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    ],
    [
      'bech32m where bech32 belongs',
      'BC1Q0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
    ],
    ['two cases', 'bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['an unknown witness version', 'BC1SW50QGDZ25J'],
    ['a wrong letter', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
    ['a wrong letter of base58', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3'],
    ['nothing', ''],
    ['a very long text', 'b'.repeat(100_000)],
  ])('with %s are refused', (_, text) => {
    refuses(() => mainnet.normalizeAddress(text));
    refuses(() => bitcoinCodec.normalizeAddress(text));
  });

  it('S7: of another network are refused by the codec of one network', () => {
    const text = regtest.decodeAddress(
      mainnet.encodeAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'),
    );
    expect(text).toMatch(/^bcrt1/);
    refuses(() => mainnet.normalizeAddress(text));
    expect(bitcoinCodec.normalizeAddress(text)).toBe(text);
  });

  it('name BTC by the same text on every network', () => {
    for (const codec of [mainnet, regtest, bitcoinCodec])
      expect(codec.decodeAddress(codec.encodeCurrency(codec.nativeCurrency))).toBe(
        codec.nativeCurrency,
      );
  });
});

describe('any address', () => {
  it('is written, hashed and read back by the codec of its network', () => {
    fc.assert(
      fc.property(locks, fc.constantFrom(...networkNames), (lock, network) => {
        const codec = createBitcoinCodec(network);
        const address = formatAddress(lock, network);
        expect(codec.normalizeAddress(address)).toBe(address);
        expect(codec.decodeAddress(codec.encodeAddress(address))).toBe(address);
        expect(bitcoinCodec.encodeAddress(address)).toEqual(codec.encodeAddress(address));
        expect(bitcoinCodec.normalizeAddress(address)).toBe(address);
      }),
    );
  });

  it('has bytes of its own', () => {
    fc.assert(
      fc.property(locks, locks, (a, b) => {
        const [one, other] = [a, b].map((lock) => formatAddress(lock, 'mainnet'));
        fc.pre(one !== other);
        expect(mainnet.encodeAddress(one ?? '')).not.toEqual(mainnet.encodeAddress(other ?? ''));
      }),
    );
  });

  it('is refused by the codec of mainnet when it is of another network', () => {
    fc.assert(
      fc.property(locks, fc.constantFrom('testnet', 'regtest'), (lock, network) => {
        refuses(() => mainnet.normalizeAddress(formatAddress(lock, network)));
      }),
    );
  });

  it('with one letter changed is refused', () => {
    const letters = Array.from('023456789acdefghjklmnpqrstuvwxyz');
    fc.assert(
      fc.property(locks, fc.nat(200), fc.constantFrom(...letters), (lock, at, letter) => {
        const address = formatAddress(lock, 'mainnet');
        const place = at % address.length;
        const changed = `${address.slice(0, place)}${letter}${address.slice(place + 1)}`;
        fc.pre(changed !== address);
        refuses(() => bitcoinCodec.normalizeAddress(changed));
      }),
    );
  });
});

it('any text or bytes are an address with one form, or INVALID_ADDRESS', () => {
  const check = (read: () => string): void => {
    try {
      const address = read();
      expect(mainnet.normalizeAddress(address)).toBe(address);
    } catch (error) {
      expect(isPortageError(error, 'INVALID_ADDRESS')).toBe(true);
    }
  };
  fc.assert(fc.property(fc.string(), (text) => check(() => mainnet.normalizeAddress(text))));
  const lengths = fc.constantFrom(0, 1, 20, 21, 22, 33, 34);
  const bytes = lengths.chain((length) => fc.uint8Array({ minLength: length, maxLength: length }));
  fc.assert(fc.property(bytes, (data) => check(() => mainnet.decodeAddress(data))));
  const versions = fc.constantFrom(0, 1, 0xff);
  fc.assert(
    fc.property(versions, bytes, (version, data) =>
      check(() => mainnet.decodeAddress(Uint8Array.from([version, ...data.slice(1)]))),
    ),
  );
});

it('transaction ids are in lower case', () => {
  expect(mainnet.normalizeTransactionId('AB'.repeat(32))).toBe('ab'.repeat(32));
  expect(() => mainnet.normalizeTransactionId('ab')).toThrow();
});
