import { bytesToHex } from '@portage/core';
import { Point, recoverPublicKey } from '@noble/secp256k1';
import type { Keccak } from '@portage/evm/abi';

const half = Point.CURVE().n / 2n;

/**
 * The address whose key signed a hash; undefined for what is no canonical signature: 65 bytes, a
 * low `s`, and 27 or 28 at the end. Every other encoding of the same signature would be its twin.
 */
export function recoverSigner(
  hash: Uint8Array,
  signature: Uint8Array,
  keccak: Keccak,
): string | undefined {
  const v = signature[64];
  if (signature.length !== 65 || (v !== 27 && v !== 28)) return undefined;
  if (BigInt(bytesToHex(signature.subarray(32, 64))) > half) return undefined;
  try {
    const recoverable = Buffer.concat([Uint8Array.of(v - 27), signature.subarray(0, 64)]);
    const key = recoverPublicKey(recoverable, hash, { prehash: false });
    const point = Point.fromBytes(key).toBytes(false);
    return bytesToHex(keccak(point.subarray(1)).subarray(12));
  } catch {
    return undefined;
  }
}
