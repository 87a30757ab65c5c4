import { bytesToHex, hexToBytes, PortageError } from '@portage/core';
import { watchedAddress } from '@portage/chain-kit';
import { evmCodec } from '@portage/evm/codec';
import { loadNativeCurve, portableCurve, type Curve, type Signature } from './curve.js';
import type { Keccak } from '@portage/evm/abi';

/** A private key that signs and never shows itself. */
export interface Key {
  /** Lower case. */
  readonly address: string;
  /** Whether the process has the key: it may have the address alone, to watch it. */
  readonly canSign: boolean;
  /** The same digest always gives the same signature. */
  sign(digest: Uint8Array): Signature | Promise<Signature>;
}

/**
 * Opens a key, on the addon where there is one, or the address alone that stands in its place.
 *
 * @throws PortageError `INVALID_CONFIGURATION`, which does not quote the key
 */
export function createKey(
  privateKey: string,
  keccak: Keccak,
  curve: Curve = loadNativeCurve() ?? portableCurve,
): Key {
  const watched = watchedAddress(privateKey);
  if (watched !== undefined)
    return {
      address: evmCodec.normalizeAddress(watched),
      canSign: false,
      sign: () => Promise.reject(unsigned(watched)),
    };
  try {
    const secret = hexToBytes(privateKey);
    const address = bytesToHex(keccak(curve.publicKey(secret).subarray(1)).subarray(12));
    return { address, canSign: true, sign: (digest) => curve.sign(digest, secret) };
  } catch {
    // The cause is left out: it may quote the key.
    throw new PortageError('INVALID_CONFIGURATION', {
      message: 'A private key of an EVM chain is not valid.',
      hint: 'A private key is 0x and 64 hex digits.',
    });
  }
}

function unsigned(address: string): PortageError {
  return new PortageError('INVALID_CONFIGURATION', {
    message: `This process has no key of ${address}: it cannot sign.`,
  });
}
