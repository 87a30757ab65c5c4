import { expect, it } from 'vitest';
import type { ExchangeSigner } from '../signer/exchangeSigner.js';
import { signDigest } from './signDigest.js';

const digits = `0x${'ab'.repeat(32)}${'11'.repeat(32)}`;

it.each([
  ['00', '1b'],
  ['01', '1c'],
  ['1b', '1b'],
])('passes on a signature that ends in %s with the last byte %s', async (written, last) => {
  // The member that signs texts.
  const signer = {
    signOwnerText: (text: string) => {
      expect(text).toBe('05'.repeat(32));
      return Promise.resolve(`${digits}${written}`);
    },
  } as unknown as ExchangeSigner;
  expect(await signDigest(signer, new Uint8Array(32).fill(5))).toBe(`${digits}${last}`);
});
