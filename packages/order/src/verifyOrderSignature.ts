import { bytesToHex, hexToBytes } from '@portage/core';
import { keccak_256 } from '@noble/hashes/sha3';
import { Point, recoverPublicKey } from '@noble/secp256k1';
import { orderSignatureDigest } from './signOrderId.js';

/** Order id, and the claim that its solver signed it. */
export interface OrderSignatureCheck {
  readonly orderId: string;
  readonly signature: string;
  /** EVM address of the solver. */
  readonly solver: string;
}

/**
 * Whether a solver signed an order id. A signature that cannot be read is refused, and so is one
 * whose `s` is in the upper half.
 *
 * @example
 * ```ts
 * verifyOrderSignature({ orderId, signature: orderSignature, solver: orderData.solver }); // true
 * ```
 */
export function verifyOrderSignature({ orderId, signature, solver }: OrderSignatureCheck): boolean {
  const recovered = recoverSigner(orderSignatureDigest(orderId), signature);
  return recovered !== undefined && recovered === solver.toLowerCase();
}

function recoverSigner(digest: Uint8Array, signature: string): string | undefined {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return undefined;
  const bytes = hexToBytes(signature);
  const v = bytes[64] ?? 0;
  const recovery = v >= 27 ? v - 27 : v;
  if (recovery > 1) return undefined;
  if (BigInt(bytesToHex(bytes.subarray(32, 64))) > Point.CURVE().n / 2n) return undefined;
  const recoverable = new Uint8Array(65);
  recoverable[0] = recovery;
  recoverable.set(bytes.subarray(0, 64), 1);
  try {
    const key = Point.fromBytes(recoverPublicKey(recoverable, digest, { prehash: false })).toBytes(
      false,
    );
    return bytesToHex(keccak_256(key.subarray(1)).subarray(12));
  } catch {
    return undefined; // No point of the curve: nobody made this signature.
  }
}
