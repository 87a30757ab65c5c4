import { assert, bytesToHex } from '@portage/core';

/** How many bytes a fake address has. */
export const addressBytes = 20;

/**
 * The address that a name has on fake chains, the same on all of them: the name's own letters as
 * hex, so that an address in a failing test tells whose it is.
 *
 * @example
 * ```ts
 * fakeAddress('alice'); // "fk616c696365000000000000000000000000000000"
 * ```
 */
export function fakeAddress(name: string): string {
  const letters = new TextEncoder().encode(name);
  assert(
    letters.length > 0 && letters.length <= addressBytes,
    `a fake name has 1 to ${addressBytes} bytes: "${name}"`,
  );
  const bytes = new Uint8Array(addressBytes);
  bytes.set(letters);
  return `fk${bytesToHex(bytes).slice(2)}`;
}

/** The address that stands for the native currency of a fake chain. */
export const fakeNative: string = `fk${'0'.repeat(2 * addressBytes)}`;

/** The account that deposits of a fake chain go to. */
export const fakeDepository: string = fakeAddress('depository');
