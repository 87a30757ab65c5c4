import { getPublicKey, signAsync } from '@noble/secp256k1';
import { createRequire } from 'node:module';
import type * as secp256k1 from 'secp256k1';

/** An ECDSA signature with a low `s`. */
export interface Signature {
  readonly r: bigint;
  readonly s: bigint;
  readonly yParity: number;
}

type Native = Pick<typeof secp256k1, 'publicKeyCreate' | 'ecdsaSign'>;

/** Operations of secp256k1 that signing uses. */
export interface Curve {
  /** The 65 bytes of the public key. */
  publicKey(secret: Uint8Array): Uint8Array;
  /** Deterministic (RFC 6979): the same digest always gives the same signature. */
  sign(digest: Uint8Array, secret: Uint8Array): Signature | Promise<Signature>;
}

/**
 * libsecp256k1 as an addon; undefined where it is not built for this platform. Its pure JavaScript
 * twin is never loaded: it is slow and not constant in time.
 */
export function loadNativeCurve(): Curve | undefined {
  try {
    // The addon is typed under the name of its package.
    const native = createRequire(import.meta.url)('secp256k1/bindings') as Native;
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
export const portableCurve: Curve = {
  publicKey: (secret) => getPublicKey(secret, false),
  sign: async (digest, secret) => {
    const bytes = await signAsync(digest, secret, {
      prehash: false,
      lowS: true,
      format: 'recovered',
    });
    return readSignature(bytes.subarray(1), bytes[0] ?? 0);
  },
};

function readSignature(compact: Uint8Array, yParity: number): Signature {
  const hex = Buffer.from(compact).toString('hex');
  return { r: BigInt(`0x${hex.slice(0, 64)}`), s: BigInt(`0x${hex.slice(64, 128)}`), yParity };
}
