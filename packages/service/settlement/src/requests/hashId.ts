import { byteaArray } from '@portage/database';

const pattern = /^0x[0-9a-f]{64}$/;

/**
 * The 32 bytes of a request's or an order's id. Any other text has no bytes: no row is found under
 * it, and the table refuses to store it.
 */
export function hashBytes(id: string): Uint8Array {
  return pattern.test(id) ? Buffer.from(id.slice(2), 'hex') : new Uint8Array();
}

/** A `bytea[]` of ids. */
export function hashArray(ids: readonly string[]): Buffer {
  return byteaArray(ids.map(hashBytes));
}
