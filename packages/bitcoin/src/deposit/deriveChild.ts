import { hmac } from '@noble/hashes/hmac';
import { sha512 } from '@noble/hashes/sha2';
import { Point } from '@noble/secp256k1';
import { bytesToHex } from '@portage/core';
import type { ExtendedKey } from './extendedKey.js';

/** Place of a child below an extended key. */
export interface DerivedChild {
  /** 33 bytes. */
  readonly publicKey: Uint8Array;
  /** Number that, added to the private key above, gives the child's, modulo the curve's order. */
  readonly tweak: bigint;
}

const curveOrder = Point.CURVE().n;

/**
 * Unhardened child of an extended public key along a path (CKDpub of BIP32). The same sum of tweaks
 * leads from the private key to the child's, so both sides rest on one derivation.
 *
 * @param indexes - each below 2^31
 * @throws Error for a key that is no point of the curve, and for an index that has no child, of
 *   which there is one in 2^127
 */
export function deriveChild(
  { key, chainCode }: Pick<ExtendedKey, 'key' | 'chainCode'>,
  indexes: readonly number[],
): DerivedChild {
  let node = { point: Point.fromBytes(key), chainCode, tweak: 0n };
  for (const index of indexes) node = deriveOne(node, index);
  return { publicKey: node.point.toBytes(true), tweak: node.tweak };
}

interface Node {
  readonly point: Point;
  readonly chainCode: Uint8Array;
  readonly tweak: bigint;
}

function deriveOne({ point, chainCode, tweak }: Node, index: number): Node {
  const place = new Uint8Array(4);
  new DataView(place.buffer).setUint32(0, index);
  const digest = hmac(sha512, chainCode, Uint8Array.from([...point.toBytes(true), ...place]));
  const added = BigInt(bytesToHex(digest.subarray(0, 32)));
  const child = point.add(Point.BASE.multiply(added));
  if (child.is0()) throw new Error('This index has no child.');
  return { point: child, chainCode: digest.slice(32), tweak: (tweak + added) % curveOrder };
}
