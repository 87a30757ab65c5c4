import { getPublicKey, signAsync } from '@noble/secp256k1';
import { bytesToHex, hexToBytes, isPortageError, PortageError } from '@portage/core';
import { createRequire } from 'node:module';
import type { Keccak } from './createKeccakHash.js';

/** An ECDSA signature with a low `s`. */
export interface Signature {
  readonly r: bigint;
  readonly s: bigint;
  readonly yParity: number;
}

/** A private key that signs and never shows itself. */
export interface Key {
  /** Lower case. */
  readonly address: string;
  /** Deterministic (RFC 6979): the same digest always gives the same signature. */
  sign(digest: Uint8Array): Signature | Promise<Signature>;
}

interface Curve {
  /** The 65 bytes of the public key. */
  publicKey(secret: Uint8Array): Uint8Array;
  sign(digest: Uint8Array, secret: Uint8Array): Signature | Promise<Signature>;
}

/** Opens a key. @throws PortageError `INVALID_CONFIGURATION`, which does not quote the key */
export function createKey(privateKey: string, keccak: Keccak): Key {
  const curve = loadNativeCurve() ?? portableCurve;
  try {
    const secret = hexToBytes(privateKey);
    const address = bytesToHex(keccak(curve.publicKey(secret).subarray(1)).subarray(12));
    return { address, sign: (digest) => curve.sign(digest, secret) };
  } catch (error) {
    if (isPortageError(error)) throw invalidKey();
    throw invalidKey();
  }
}

function invalidKey(): PortageError {
  return new PortageError('INVALID_CONFIGURATION', { message: 'A private key of an EVM chain is not valid.', hint: 'A private key is 0x and 64 hex digits.' });
}

/** libsecp256k1 as an addon; undefined where it is not built for this platform. Its pure JavaScript twin is never loaded: it is slow and not constant in time. */
function loadNativeCurve(): Curve | undefined {
  try {
    const native = createRequire(import.meta.url)('secp256k1/bindings') as typeof import('secp256k1');
    return {
      publicKey: (secret) => native.publicKeyCreate(secret, false),
      sign: (digest, secret) => {
        const { signature, recid } = native.ecdsaSign(digest, secret);
        return readSignature(signature, recid);
      },
    };
  } catch {
    return undefined;
  }
}

/** The portable curve, some ten times slower. */
const portableCurve: Curve = {
  publicKey: (secret) => getPublicKey(secret, false),
  sign: async (digest, secret) => {
    const bytes = await signAsync(digest, secret, { prehash: false, lowS: true, format: 'recovered' });
    return readSignature(bytes.subarray(1), bytes[0] ?? 0);
  },
};

function readSignature(compact: Uint8Array, yParity: number): Signature {
  const hex = Buffer.from(compact).toString('hex');
  return { r: BigInt(`0x${hex.slice(0, 64)}`), s: BigInt(`0x${hex.slice(64, 128)}`), yParity };
}
