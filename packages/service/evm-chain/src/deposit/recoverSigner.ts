import { bytesToHex, hexToBytes } from '@portage/core';
import { Point, recoverPublicKey } from '@noble/secp256k1';
import type { KeySignature } from '@portage/core/keySignature';
import type { Keccak } from '@portage/evm/abi';

/** The account whose key signed, lower case; undefined where none did. */
export function recoverSigner(
  digest: Uint8Array,
  { r, s, v }: KeySignature,
  keccak: Keccak,
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
