import { sha256 } from '@noble/hashes/sha2';
import { hexToBytes, PortageError } from '@portage/core';
import { formatAddress } from '../address/address.js';
import type { BitcoinNetwork } from '../address/networks.js';
import { hash160 } from '../address/hash.js';
import { deriveChild, type DerivedChild } from './deriveChild.js';
import { isKeyOfNetwork, readExtendedKey, type ExtendedKey } from './extendedKey.js';

/** Owner of a deposit address, as orders write it. */
export interface AddressOwner {
  /** Order id of 32 bytes as hex. */
  readonly orderId: string;
  /** Bytes of the depositor's address, as an order hashes them. */
  readonly depositor: Uint8Array;
}

/** Bits of an index without the one that hardens it. */
const indexMask = 0x7fffffff;

/**
 * Path of an owner below the extended key: eight unhardened indexes of 31 bits out of the SHA-256
 * of the order id and the depositor's bytes.
 *
 * @example
 * ```ts
 * const depositor = bitcoinCodec.encodeAddress(recipient);
 * addressPath({ orderId, depositor }).length; // 8
 * ```
 */
export function addressPath({ orderId, depositor }: AddressOwner): readonly number[] {
  const digest = sha256(Uint8Array.from([...hexToBytes(orderId), ...depositor]));
  const view = new DataView(digest.buffer, digest.byteOffset);
  return Array.from({ length: 8 }, (_, place) => view.getUint32(4 * place) & indexMask);
}

/**
 * Extended public key that deposit addresses of a network come from.
 *
 * @throws PortageError `INVALID_ADDRESS` for a text that is none, or one of another network
 * @example
 * ```ts
 * readAddressKey(extendedPublicKey, 'mainnet').isPrivate; // false
 * ```
 */
export function readAddressKey(text: string, network: BitcoinNetwork): ExtendedKey {
  const key = readExtendedKey(text);
  if (key === undefined || key.isPrivate || !isKeyOfNetwork(key, network))
    throw new PortageError('INVALID_ADDRESS', {
      message: `Deposit addresses come from an extended public key of ${network}, and this is none.`,
    });
  return key;
}

/**
 * Key of an owner's address below an extended public key.
 *
 * @throws PortageError `INVALID_ADDRESS` for a key that is not one of the curve
 * @example
 * ```ts
 * const key = readAddressKey(extendedPublicKey, 'mainnet');
 * const depositor = bitcoinCodec.encodeAddress(recipient);
 * deriveAddressKey(key, { orderId, depositor }).publicKey.length; // 33
 * ```
 */
export function deriveAddressKey(key: ExtendedKey, owner: AddressOwner): DerivedChild {
  try {
    return deriveChild(key, addressPath(owner));
  } catch (cause) {
    throw new PortageError('INVALID_ADDRESS', {
      message: 'No address can be derived from this extended key.',
      cause,
    });
  }
}

/**
 * P2WPKH address of an owner.
 *
 * @param text - the extended public key
 * @throws PortageError `INVALID_ADDRESS`
 */
export function depositAddress(text: string, owner: AddressOwner, network: BitcoinNetwork): string {
  const { publicKey } = deriveAddressKey(readAddressKey(text, network), owner);
  return formatAddress({ kind: 'p2wpkh', hash: hash160(publicKey) }, network);
}
