import { isPortageError, type ErrorCode } from '@portage/core';
import { describe, expect, test } from 'vitest';
import type { VmFixture } from './fixtures.js';

/**
 * Tests of the codec: one canonical text for each address, exact bytes, and a refusal for
 * everything else.
 */
export function testCodec(current: () => VmFixture): void {
  describe('codec', () => {
    test('writes each address in one way', () => {
      const { codec, addresses } = current();
      expect(addresses.length).toBeGreaterThan(0);
      for (const { text, canonical } of addresses) {
        expect(codec.normalizeAddress(text)).toBe(canonical);
        expect(codec.normalizeAddress(canonical)).toBe(canonical);
      }
    });

    test('turns each address into bytes and back', () => {
      const { codec, addresses } = current();
      for (const { text, canonical } of addresses) {
        expect(codec.decodeAddress(codec.encodeAddress(text))).toBe(canonical);
        expect(codec.encodeAddress(text)).toEqual(codec.encodeAddress(canonical));
      }
      const different = new Set(addresses.map(({ canonical }) => canonical));
      const bytes = new Set(addresses.map(({ text }) => codec.encodeAddress(text).join()));
      expect(bytes.size).toBe(different.size);
    });

    test('refuses what is no address', () => {
      const { codec, invalidAddresses } = current();
      for (const text of ['', ' ', ...invalidAddresses]) {
        expectCode(() => codec.normalizeAddress(text), 'INVALID_ADDRESS', text);
        expectCode(() => codec.encodeAddress(text), 'INVALID_ADDRESS', text);
      }
      for (const bytes of [new Uint8Array(0), new Uint8Array(1), new Uint8Array(257)])
        expectCode(() => codec.decodeAddress(bytes), 'INVALID_ADDRESS', `${bytes.length} bytes`);
    });

    test('has bytes for each currency, the native one included', () => {
      const { codec, currencies } = current();
      expect(currencies[0]).toBe(codec.nativeCurrency);
      const bytes = currencies.map((currency) => codec.encodeCurrency(currency).join());
      expect(new Set(bytes).size).toBe(currencies.length);
    });

    test('writes each transaction id in one way and refuses the rest', () => {
      const { codec, transactionIds, invalidTransactionIds } = current();
      for (const { text, canonical } of transactionIds) {
        expect(codec.normalizeTransactionId(text)).toBe(canonical);
        expect(codec.normalizeTransactionId(canonical)).toBe(canonical);
      }
      for (const text of ['', ...invalidTransactionIds])
        expectCode(() => codec.normalizeTransactionId(text), 'INVALID_REQUEST', text);
    });

    test('writes calls and reads them back, where it has calls', ({ skip }) => {
      const { codec, addresses } = current();
      if (codec.encodeCall === undefined || codec.decodeCall === undefined)
        return skip('this VM has no calls');
      for (const { canonical } of addresses) {
        for (const call of [
          { to: canonical, value: 0n, data: '0x' },
          { to: canonical, value: 2n ** 100n, data: '0xabcdef' },
        ])
          expect(codec.decodeCall(codec.encodeCall(call))).toEqual(call);
      }
      expectCode(() => codec.decodeCall?.('0x'), 'INVALID_EXTRA_TXS', 'an empty call');
    });
  });
}

/** Expects a refusal with a code. */
export function expectCode(action: () => unknown, code: ErrorCode, about: string): void {
  expect(action, about).toThrow(
    expect.toSatisfy(
      (error: unknown) => isPortageError(error, code),
      `a PortageError with code ${code}`,
    ),
  );
}
