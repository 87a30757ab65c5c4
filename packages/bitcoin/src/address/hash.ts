import { ripemd160 } from '@noble/hashes/legacy';
import { sha256 } from '@noble/hashes/sha2';

/** Hash of a public key or of a script, as addresses hold it: 20 bytes. */
export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes));
}

/** Id of a transaction: its hash, read backwards as hex. */
export function idOfHash(hash: Uint8Array): string {
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0'))
    .reverse()
    .join('');
}
