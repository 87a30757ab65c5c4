import { bytesToHex, hexToBytes } from '@portage/core';
import { Point, recoverPublicKey } from '@noble/secp256k1';

/** A signature of a key, taken apart: `v` is 27 or 28. */
export interface KeySignature {
  readonly r: string;
  readonly s: string;
  readonly v: number;
}

/**
 * Reads 65 bytes of hex; undefined for anything else, and for the half of the values of `s` that
 * tokens refuse.
 */
export function readKeySignature(signature: string): KeySignature | undefined {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return undefined;
  const last = Number.parseInt(signature.slice(130), 16);
  const v = last < 27 ? last + 27 : last;
  const s = signature.slice(66, 130);
  if ((v !== 27 && v !== 28) || BigInt(`0x${s}`) > Point.CURVE().n / 2n) return undefined;
  return { r: signature.slice(2, 66), s, v };
}

/** The account whose key signed, lower case; undefined where none did. */
export function recoverSigner(
  digest: Uint8Array,
  { r, s, v }: KeySignature,
  keccak: (bytes: Uint8Array) => Uint8Array,
): string | undefined {
  try {
    const key = Point.fromBytes(
      recoverPublicKey(hexToBytes(`0x0${String(v - 27)}${r}${s}`), digest, { prehash: false }),
    ).toBytes(false);
    return bytesToHex(keccak(key.subarray(1)).subarray(12));
  } catch {
    return undefined; // The signature belongs to nobody.
  }
}
