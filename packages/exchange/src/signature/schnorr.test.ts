import { hexToBytes } from '@portage/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schnorrVector, signerKey, signerVectors } from '../../test/vectors.js';
import { groupOrder } from './curve.js';
import type { Quintic } from './quintic.js';
import { encode, quinticBytes } from './quintic.js';
import { encodeScalar, readNumber, scalarBytes } from './scalar.js';
import {
  hashElements,
  isPublicKey,
  privateKeyFrom,
  publicKeyOf,
  sign,
  signatureBytes,
  signWith,
  verify,
} from './schnorr.js';

const limbs = (list: readonly bigint[]): bigint =>
  list.reduceRight((sum, limb) => (sum << 64n) | limb, 0n);
const key = hexToBytes(signerKey.privateKey);
const publicKey = hexToBytes(signerKey.publicKey);
const message = hashElements([304n, 12n, 7n]);

describe('vectors', () => {
  it('a signature with a given nonce', () => {
    const signature = signWith(schnorrVector.message satisfies Quintic, {
      key: limbs(schnorrVector.privateKey) % groupOrder,
      nonce: limbs(schnorrVector.nonce) % groupOrder,
    });
    expect(readNumber(signature.subarray(0, scalarBytes))).toBe(limbs(schnorrVector.s));
    expect(readNumber(signature.subarray(scalarBytes))).toBe(limbs(schnorrVector.e));
  });

  it("the public key of the exchange's own signer", () => {
    expect(publicKeyOf(key)).toEqual(publicKey);
  });

  it.each(Object.entries(signerVectors))(
    "a signature of the exchange's own signer over %s",
    (_, { txInfo, hash }) => {
      const [, text = ''] = /"Sig":"([^"]+)"/.exec(txInfo) ?? [];
      const signature = new Uint8Array(Buffer.from(text, 'base64'));
      expect(signature).toHaveLength(signatureBytes);
      expect(verify(signature, hexToBytes(`0x${hash}`), publicKey)).toBe(true);
      expect(verify(signature, message, publicKey)).toBe(false);
    },
  );
});

describe('signing', () => {
  it('gives one message one signature, and each key another one', () => {
    const other = privateKeyFrom(new Uint8Array(32).fill(7));
    expect(sign(message, key)).toEqual(sign(message, key));
    expect(sign(message, key)).not.toEqual(sign(message, other));
    expect(privateKeyFrom(new Uint8Array(32).fill(7))).toEqual(other);
  });

  it('two messages of one key share no nonce', () => {
    // With a nonce that is shared, s + e·key is the same number for both.
    const scalar = readNumber(key);
    const nonceOf = (of: Uint8Array): bigint => {
      const signature = sign(of, key);
      const s = readNumber(signature.subarray(0, scalarBytes));
      return (s + readNumber(signature.subarray(scalarBytes)) * scalar) % groupOrder;
    };
    const nonces = [1n, 2n, 3n, 4n].map((element) => nonceOf(hashElements([element])));
    expect(new Set(nonces).size).toBe(nonces.length);
  });

  it('is verified for any key and message, and for no other', () => {
    const secret = fc.uint8Array({ minLength: 32, maxLength: 64 });
    const elements = fc.array(fc.bigInt({ min: 0n, max: 2n ** 63n }), {
      minLength: 1,
      maxLength: 14,
    });
    fc.assert(
      fc.property(secret, elements, fc.nat(8 * signatureBytes - 1), (bytes, list, bit) => {
        const own = privateKeyFrom(bytes);
        const hash = hashElements(list);
        const signature = sign(hash, own);
        expect(verify(signature, hash, publicKeyOf(own))).toBe(true);
        expect(verify(signature, hash, publicKey)).toBe(false);
        const changed = signature.slice();
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(verify(changed, hash, publicKeyOf(own))).toBe(false);
      }),
      { numRuns: 12 },
    );
  });
});

describe('refuses', () => {
  it.each<[string, Uint8Array]>([
    ['no key', new Uint8Array(0)],
    ['zero', new Uint8Array(scalarBytes)],
    ['the order of the group', encodeScalar(groupOrder)],
    ['a key of 39 bytes', key.subarray(1)],
  ])('%s as a private key', (_, bytes) => {
    expect(() => publicKeyOf(bytes)).toThrow(/private key/);
    expect(() => sign(message, bytes)).toThrow(/private key/);
  });

  it('a secret that can be guessed', () => {
    expect(() => privateKeyFrom(new Uint8Array(31))).toThrow(/32 bytes/);
  });

  it('a message that is no hash', () => {
    expect(() => sign(new Uint8Array(32), key)).toThrow(/hash/);
    expect(() => sign(new Uint8Array(quinticBytes).fill(255), key)).toThrow(/hash/);
  });

  it('numbers that are written in a second way', () => {
    const signature = sign(message, key);
    const s = readNumber(signature.subarray(0, scalarBytes));
    const twin = signature.slice();
    twin.set(encodeScalar(s + groupOrder));
    expect(s + groupOrder).toBeLessThan(1n << 320n);
    expect(verify(signature, message, publicKey)).toBe(true);
    expect(verify(twin, message, publicKey)).toBe(false);
  });

  it('public keys that are no point, and the neutral point', () => {
    const none = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n]
      .map((first) => encode([first, 0n, 0n, 0n, 0n]))
      .filter((bytes) => !isPublicKey(bytes));
    expect(none.length).toBeGreaterThan(0);
    for (const bytes of [
      ...none,
      new Uint8Array(quinticBytes),
      new Uint8Array(quinticBytes).fill(255),
    ]) {
      expect(isPublicKey(bytes)).toBe(false);
      expect(verify(sign(message, key), message, bytes)).toBe(false);
    }
    expect(isPublicKey(publicKey)).toBe(true);
  });
});
