import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { watchedAddress } from '@portage/chain-kit';
import { PortageError } from '@portage/core';
import { solanaCodec } from '@portage/solana/codec';
import { base58 } from '@scure/base';

/** A private key that signs and never shows itself. */
export interface Key {
  readonly address: string;
  /** Whether the process has the key: it may have the address alone, to watch it. */
  readonly canSign: boolean;
  /** The same message always gives the same signature. */
  sign(message: Uint8Array): Uint8Array;
}

/** The part of PKCS #8 that stands before the 32 bytes of an ed25519 seed. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Opens a key: the 64 bytes that wallets export, whose second half must be the public key of the
 * first, or the 32 bytes of the seed; in base58. `address:` and an address stand for a key that
 * other processes have.
 *
 * @throws PortageError `INVALID_CONFIGURATION`, which does not quote the key
 */
export function createKey(privateKey: string): Key {
  const watched = watchedAddress(privateKey);
  if (watched !== undefined) return watchOnly(solanaCodec.normalizeAddress(watched));
  try {
    const bytes = base58.decode(privateKey);
    const key = createPrivateKey({
      key: Buffer.concat([pkcs8Prefix, bytes.subarray(0, 32)]),
      format: 'der',
      type: 'pkcs8',
    });
    const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
    if (bytes.length !== 32 && (bytes.length !== 64 || !publicKey.equals(bytes.subarray(32))))
      throw new RangeError('not a key pair');
    return {
      address: base58.encode(publicKey),
      canSign: true,
      sign: (message) => sign(null, message, key),
    };
  } catch {
    // The cause is left out: it may quote the key.
    throw new PortageError('INVALID_CONFIGURATION', {
      message: 'A private key of a Solana chain is not valid.',
      hint: 'A private key is 64 bytes of a key pair, or 32 bytes of seed, in base58.',
    });
  }
}

function watchOnly(address: string): Key {
  return {
    address,
    canSign: false,
    sign: () => {
      throw new PortageError('INVALID_CONFIGURATION', {
        message: `This process has no key of ${address}: it cannot sign.`,
      });
    },
  };
}
