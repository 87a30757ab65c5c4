import { hmac } from '@noble/hashes/hmac';
import { sha512 } from '@noble/hashes/sha2';
import { PortageError } from '@portage/core';
import * as Curve from './curve.js';
import { groupOrder } from './curve.js';
import { createGeneratorMultiplication, multiply } from './multiplication.js';
import { hash } from './poseidon2.js';
import * as Quintic from './quintic.js';
import { decodeScalar, encodeScalar, readNumber, scalarBytes, scalarOf } from './scalar.js';

/** Bytes of a signature: s, then e. */
export const signatureBytes: number = 2 * scalarBytes;

const timesGenerator = /* @__PURE__ */ createGeneratorMultiplication();
const nonceTag = /* @__PURE__ */ new TextEncoder().encode('portage/exchange/nonce/1');
const seedTag = /* @__PURE__ */ new TextEncoder().encode('portage/exchange/key/1');
const seedBytesMin = 32;

/** A number from 1 to the group's order less one; 512 bits make it uniform but for 2^-190. */
function derive(key: Uint8Array, ...parts: readonly Uint8Array[]): bigint {
  const mac = hmac.create(sha512, key);
  for (const part of parts) mac.update(part);
  return (readNumber(mac.digest()) % (groupOrder - 1n)) + 1n;
}

function readPrivateKey(privateKey: Uint8Array): bigint {
  const scalar = decodeScalar(privateKey);
  if (scalar === undefined || scalar === 0n)
    throw new PortageError('INVALID_CONFIGURATION', {
      message: 'The key is no private key of the exchange.',
      hint: 'A private key is 40 bytes, lowest first, of a number from 1 to the order of the group.',
    });
  return scalar;
}

function readMessage(message: Uint8Array): Quintic.Quintic {
  const element = Quintic.decode(message);
  if (element === undefined)
    throw new PortageError('INVALID_REQUEST', {
      message: 'A message is the hash of a transaction, 40 bytes.',
    });
  return element;
}

/**
 * Private key that a secret determines, 40 bytes.
 *
 * @param secret - at least 32 bytes that nobody can guess
 * @throws PortageError `INVALID_REQUEST`
 * @example
 * ```ts
 * const key = privateKeyFrom(crypto.getRandomValues(new Uint8Array(48)));
 * ```
 */
export function privateKeyFrom(secret: Uint8Array): Uint8Array {
  if (secret.length < seedBytesMin)
    throw new PortageError('INVALID_REQUEST', {
      message: `The secret of a key has at least ${seedBytesMin} bytes.`,
    });
  return encodeScalar(derive(secret, seedTag));
}

/**
 * Public key of a private key, 40 bytes, as the exchange keeps it.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 * @example
 * ```ts
 * publicKeyOf(privateKey).length; // 40
 * ```
 */
export function publicKeyOf(privateKey: Uint8Array): Uint8Array {
  return Quintic.encode(Curve.encode(timesGenerator(readPrivateKey(privateKey))));
}

/**
 * Hash of elements of the field, 40 bytes: the message of a signature and the id of a transaction.
 * Each element must be below 2^64 − 2^32 + 1.
 *
 * @example
 * ```ts
 * hashElements([304n, 12n, 1n]).length; // 40
 * ```
 */
export function hashElements(elements: readonly bigint[]): Uint8Array {
  return Quintic.encode(hash(elements));
}

/**
 * Signs a message by Schnorr's scheme over ecGFp5: 80 bytes, s and e. The nonce comes from the key
 * and the message, so that one message has one signature and no weak random number gives the key
 * away. Numbers of JavaScript do not work in constant time: sign where the time cannot be measured.
 *
 * @param message - what `hashElements` gave
 * @throws PortageError `INVALID_REQUEST`, `INVALID_CONFIGURATION`
 * @example
 * ```ts
 * verify(sign(message, privateKey), message, publicKeyOf(privateKey)); // true
 * ```
 */
export function sign(message: Uint8Array, privateKey: Uint8Array): Uint8Array {
  const element = readMessage(message);
  const key = readPrivateKey(privateKey);
  const nonce = derive(privateKey, nonceTag, message);
  return signWith(element, { key, nonce });
}

/** Numbers that a signature is made of. */
export interface SigningNumbers {
  readonly key: bigint;
  /** Number that belongs to this message alone; to learn it is to learn the key. */
  readonly nonce: bigint;
}

/** Signature of a message with a nonce that is given, for vectors. */
export function signWith(message: Quintic.Quintic, { key, nonce }: SigningNumbers): Uint8Array {
  const e = challenge(Curve.encode(timesGenerator(nonce)), message);
  const difference = (nonce - ((e * key) % groupOrder)) % groupOrder;
  const signature = new Uint8Array(signatureBytes);
  signature.set(encodeScalar(difference < 0n ? difference + groupOrder : difference));
  signature.set(encodeScalar(e), scalarBytes);
  return signature;
}

function challenge(commitment: Quintic.Quintic, message: Quintic.Quintic): bigint {
  return scalarOf(hash([...commitment, ...message]));
}

/**
 * Whether a signature is the owner's of a public key. Anything malformed is not, and neither is a
 * number that is written in another way than its one way.
 *
 * @example
 * ```ts
 * if (!verify(signature, message, publicKey)) throw new Error('signed by another key');
 * ```
 */
export function verify(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  if (signature.length !== signatureBytes) return false;
  const s = decodeScalar(signature.subarray(0, scalarBytes));
  const e = decodeScalar(signature.subarray(scalarBytes));
  const element = Quintic.decode(message);
  const w = Quintic.decode(publicKey);
  const point = w === undefined ? undefined : Curve.decode(w);
  if (s === undefined || e === undefined || element === undefined || point === undefined)
    return false;
  const commitment = Curve.encode(Curve.add(timesGenerator(s), multiply(point, e)));
  return challenge(commitment, element) === e;
}

/**
 * Whether 40 bytes are the public key of some private key.
 *
 * @example
 * ```ts
 * isPublicKey(publicKeyOf(privateKey)); // true
 * ```
 */
export function isPublicKey(bytes: Uint8Array): boolean {
  const w = Quintic.decode(bytes);
  return w !== undefined && Curve.decode(w) !== undefined;
}
