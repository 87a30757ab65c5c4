import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519';
import { assert, isPortageError, PortageError } from '@portage/core';
import type { DepositAddressOwner } from '@portage/core/chain';
import { childTweak, depositAddress, readRoot } from '@portage/solana/addresses';
import { concatBytes } from '@portage/solana/transaction';
import { base58 } from '@scure/base';
import { createKey, type Key } from './createKey.js';

/** Root of deposit addresses: the key whose children they are. */
export interface AddressRoot {
  /** Public key, from which everybody computes addresses. */
  readonly address: string;
  /** Whether the process has the key: it may have the public key alone. */
  readonly canSign: boolean;
  /**
   * Key of an owner's address. Its scalar never leaves it: with the public tweak it gives the root.
   *
   * @throws PortageError `INVALID_CONFIGURATION` where the process has the public key alone
   */
  child(owner: DepositAddressOwner): Key;
}

/** Sets the hashes of nonces apart from all others. */
const nonceDomain: Uint8Array = new TextEncoder().encode('portage deposit address, nonces, 1');

const order = ed25519.CURVE.n;
const numberBytes = 32;

/**
 * Opens the root of deposit addresses: a key as {@link createKey} reads it, or `address:` and its
 * public key where other processes sign.
 *
 * @throws PortageError `INVALID_CONFIGURATION`, which does not quote the key
 */
export function createAddressRoot(privateKey: string): AddressRoot {
  const { address, canSign } = createKey(privateKey);
  checkRoot(address);
  return {
    address,
    canSign,
    child: (owner) => {
      if (!canSign)
        throw new PortageError('INVALID_CONFIGURATION', {
          message: 'This process has no key of deposit addresses: it cannot sign.',
        });
      return childKey(base58.decode(privateKey).subarray(0, 32), address, owner);
    },
  };
}

function checkRoot(address: string): void {
  try {
    readRoot(address);
  } catch (error) {
    if (!isPortageError(error, 'INVALID_ADDRESS')) throw error;
    throw new PortageError('INVALID_CONFIGURATION', { message: error.message, cause: error });
  }
}

/**
 * The child of a root for an owner: its scalar is the root's plus the tweak. It signs as RFC 8032
 * says; its nonces come from the root's own secret prefix and the tweak, so that no two children
 * share one.
 */
function childKey(seed: Uint8Array, root: string, owner: DepositAddressOwner): Key {
  const { scalar, prefix } = ed25519.utils.getExtendedPublicKey(seed);
  const tweak = childTweak(root, owner);
  const secret = modulo(scalar + tweak);
  const address = depositAddress(root, owner);
  const publicKey = ed25519.ExtendedPoint.BASE.multiply(secret).toRawBytes();
  assert(base58.encode(publicKey) === address, 'the child is that of the public root');
  const noncePrefix = sha512([nonceDomain, prefix, littleEndian(tweak)]).subarray(0, numberBytes);
  return {
    address,
    canSign: true,
    sign: (message) => {
      const nonce = modulo(readNumber(sha512([noncePrefix, message])));
      const point = ed25519.ExtendedPoint.BASE.multiply(nonce).toRawBytes();
      const challenge = modulo(readNumber(sha512([point, publicKey, message])));
      const signature = concatBytes([point, littleEndian(modulo(nonce + challenge * secret))]);
      // A signature that a fault made wrong would give the secret away.
      assert(ed25519.verify(signature, message, publicKey), 'a signature is valid');
      return signature;
    },
  };
}

function sha512(pieces: readonly Uint8Array[]): Uint8Array {
  return createHash('sha512').update(concatBytes(pieces)).digest();
}

function modulo(number: bigint): bigint {
  return number % order;
}

/** Number of bytes whose lowest comes first. */
function readNumber(bytes: Uint8Array): bigint {
  return bytes.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n);
}

/** 32 bytes of a number, the lowest first. */
function littleEndian(number: bigint): Uint8Array {
  const hex = number.toString(16).padStart(2 * numberBytes, '0');
  return Uint8Array.from(Buffer.from(hex, 'hex')).reverse();
}
