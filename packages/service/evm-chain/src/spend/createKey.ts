import { bytesToHex, hexToBytes, PortageError } from '@portage/core';
import { loadNativeCurve, portableCurve, type Curve, type Signature } from './curve.js';
import type { Keccak } from '@portage/evm/abi';

/** A private key that signs and never shows itself. */
export interface Key {
  /** Lower case. */
  readonly address: string;
  /** The same digest always gives the same signature. */
  sign(digest: Uint8Array): Signature | Promise<Signature>;
}

/**
 * Opens a key, on the addon where there is one. @throws PortageError `INVALID_CONFIGURATION`, which
 * does not quote the key
 */
export function createKey(
  privateKey: string,
  keccak: Keccak,
  curve: Curve = loadNativeCurve() ?? portableCurve,
): Key {
  try {
    const secret = hexToBytes(privateKey);
    const address = bytesToHex(keccak(curve.publicKey(secret).subarray(1)).subarray(12));
    return { address, sign: (digest) => curve.sign(digest, secret) };
  } catch {
    // The cause is left out: it may quote the key.
    throw new PortageError('INVALID_CONFIGURATION', {
      message: 'A private key of an EVM chain is not valid.',
      hint: 'A private key is 0x and 64 hex digits.',
    });
  }
}
