import { bytesToHex, hexToBytes } from '@portage/core';
import { keccak_256 } from '@noble/hashes/sha3';
import { Point } from '@noble/secp256k1';
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
  return recoverSigner(orderSignatureDigest(orderId), signature) === solver.toLowerCase();
}

function recoverSigner(digest: Uint8Array, signature: string): string | undefined {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return undefined;
  const bytes = hexToBytes(signature);
  const v = bytes[64] ?? 0;
  const recovery = v >= 27 ? v - 27 : v;
  if (recovery > 1) return undefined;
  try {
    const key = recoverKey(digest, bytes, recovery)?.toBytes(false);
    return key && bytesToHex(keccak_256(key.subarray(1)).subarray(12));
  } catch {
    return undefined; // No point of the curve: nobody made this signature.
  }
}

/**
 * The key of a signature (r, s): (sR - zG) / r, where R is the point with the abscissa r, and z the
 * digest. All numbers are public, so no time has to be kept secret.
 *
 * @see SEC 1, section 4.1.6
 */
function recoverKey(digest: Uint8Array, bytes: Uint8Array, recovery: number): Point | undefined {
  const { n } = Point.CURVE();
  const r = toNumber(bytes.subarray(0, 32));
  const s = toNumber(bytes.subarray(32, 64));
  const z = toNumber(digest);
  if (r === 0n || r >= n || s === 0n || s > n / 2n) return undefined;
  const inverse = power(r, n - 2n, n);
  const compressed = Uint8Array.from([2 + recovery, ...bytes.subarray(0, 32)]);
  return Point.fromBytes(compressed)
    .multiplyUnsafe((s * inverse) % n)
    .add(Point.BASE.multiplyUnsafe(((n - (z % n)) * inverse) % n));
}

function toNumber(bytes: Uint8Array): bigint {
  return BigInt(bytesToHex(bytes));
}

/** A power in the field of a prime. */
function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, square] = [1n, base];
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left % 2n === 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
