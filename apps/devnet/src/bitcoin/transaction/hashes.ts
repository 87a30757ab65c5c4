import { createHash } from 'node:crypto';

/** Double SHA-256. */
export function hash256(bytes: Uint8Array): Buffer {
  return sha256(sha256(bytes));
}

/** SHA-256. */
export function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** Hash as people write it: hex of the reversed bytes. */
export function hashText(hash: Uint8Array): string {
  return Buffer.from(hash).reverse().toString('hex');
}

/** Bytes of a hash that people wrote. */
export function hashBytes(text: string): Buffer {
  return Buffer.from(text, 'hex').reverse();
}

/** Hex of bytes. */
export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
