import type { ChainInfo } from '@portage/sdk';
import { expect, test } from 'vitest';
import { encodeBase58 } from '@portage/solana/transaction';
import { solanaFamily } from './solana.js';

const chain = {} as ChainInfo;
const addressOf = async (key: string): Promise<string | undefined> =>
  (await solanaFamily.openSigner(key, chain)).address;

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
// RFC 8032, section 7.1, test 1.
const seed = bytesOf('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60');
const publicKey = bytesOf('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a');
const whole = Uint8Array.from([...seed, ...publicKey]);
const listOf = (bytes: Uint8Array): string => JSON.stringify([...bytes]);

test.each([
  ['64 bytes in base58', encodeBase58(whole)],
  ['64 bytes as a list', listOf(whole)],
  ['a seed in base58', encodeBase58(seed)],
  ['a seed as a list', listOf(seed)],
])('a key is taken as %s', async (_, key) => {
  expect(await addressOf(key)).toBe(encodeBase58(publicKey));
});

test.each([
  ['of another length', encodeBase58(whole.subarray(0, 33)), /neither 64 bytes nor a seed of 32/],
  ['that is no base58', '0OIl', /neither 64 bytes/],
  ['that is cut off', '[1,2', /neither 64 bytes/],
  ['with numbers that are no bytes', `[${'300,'.repeat(31)}300]`, /neither 64 bytes/],
  ['whose halves differ', listOf(Uint8Array.from([...seed, ...seed])), /second half/],
])('a key %s is refused with a sentence', async (_, key, sentence) => {
  await expect(addressOf(key)).rejects.toThrow(sentence);
});
