import { ed25519 } from '@noble/curves/ed25519';
import { sha512 } from '@noble/hashes/sha2';
import { assert, hexToBytes, PortageError } from '@portage/core';
import { encodeAddress } from '../transaction/address.js';
import { concatBytes } from '../transaction/bytes.js';

type Point = typeof ed25519.ExtendedPoint.BASE;

/** Order id and depositor that a child key is for. */
export interface ChildOwner {
  /** 32 bytes as 0x and hex. */
  readonly orderId: string;
  readonly depositor: string;
}

/** Sets these hashes apart from all others, and from other ways to derive an address. */
const domain: Uint8Array = new TextEncoder().encode('portage deposit address, ed25519, 1');

/** Number of points in the group that keys live in. */
const order: bigint = ed25519.CURVE.n;

/**
 * Root of deposit addresses: a public key of ed25519. Only a point of the large prime group is one;
 * any other would have children that several scalars sign for, or none.
 *
 * @throws PortageError `INVALID_ADDRESS`
 * @example
 * ```ts
 * readRoot(root).toRawBytes(); // 32 bytes
 * ```
 */
export function readRoot(root: string): Point {
  const bytes = encodeAddress(root);
  let point: Point | undefined;
  try {
    point = ed25519.ExtendedPoint.fromHex(bytes);
  } catch {
    // The bytes are no point.
  }
  if (point === undefined || point.isSmallOrder() || !point.isTorsionFree())
    throw new PortageError('INVALID_ADDRESS', {
      message: `${root} is no public key that deposit addresses can come from.`,
      hint: 'The root of deposit addresses is the public key of an ed25519 key pair.',
    });
  return point;
}

/**
 * Number that is added to the root's secret scalar for an owner: SHA-512 of a domain, the root, the
 * order id and the depositor, each of fixed length, read with its lowest byte first, modulo the
 * order of the group. The root's public key is enough to compute it.
 *
 * @throws PortageError `INVALID_ADDRESS`
 * @example
 * ```ts
 * childTweak(root, { orderId, depositor });
 * ```
 */
export function childTweak(root: string, { orderId, depositor }: ChildOwner): bigint {
  const id = hexToBytes(orderId);
  assert(id.length === 32, 'an order id has 32 bytes');
  const pieces = [domain, encodeAddress(root), id, encodeAddress(depositor)];
  const tweak = littleEndian(sha512(concatBytes(pieces))) % order;
  assert(tweak !== 0n, 'a child has another key than the root');
  return tweak;
}

/**
 * Public key of an owner's child: the root and the tweak times the base point.
 *
 * @throws PortageError `INVALID_ADDRESS`
 */
export function childPublicKey(root: string, owner: ChildOwner): Uint8Array {
  const tweak = childTweak(root, owner);
  const child = readRoot(root).add(ed25519.ExtendedPoint.BASE.multiply(tweak));
  assert(!child.equals(ed25519.ExtendedPoint.ZERO), 'a child has a key');
  return child.toRawBytes();
}

/** Number of bytes whose lowest comes first. */
function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n);
}
