import { byteaArray } from '@portage/database';

const pattern = /^0x[0-9a-f]{64}$/;

/**
 * The 32 bytes of the id of a request, an order or a swap, as the tables hold it. Any other text
 * has no bytes: no row is found under it, and a table refuses to store it. An id that a statement
 * returns is text again.
 */
export function hashBytes(id: string): Uint8Array {
  return pattern.test(id) ? Buffer.from(id.slice(2), 'hex') : new Uint8Array();
}

/** A `bytea[]` of ids; undefined becomes null. */
export function hashArray(ids: readonly (string | undefined)[]): Buffer {
  return byteaArray(ids.map((id) => (id === undefined ? undefined : hashBytes(id))));
}
