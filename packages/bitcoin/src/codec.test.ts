import { isPortageError } from '@portage/core';
import { describe, expect, it } from 'vitest';
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

  it('of another network are refused by the codec of one network', () => {
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

it('transaction ids are in lower case', () => {
  expect(mainnet.normalizeTransactionId('AB'.repeat(32))).toBe('ab'.repeat(32));
  expect(() => mainnet.normalizeTransactionId('ab')).toThrow();
});
