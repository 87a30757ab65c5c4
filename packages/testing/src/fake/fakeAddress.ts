import { assert, bytesToHex } from '@portage/core';

/** Number of bytes of a fake address. */
export const addressBytes = 20;

/**
 * Makes the address of a name, the same on all fake chains. It is the letters of the name as hex,
 * so that an address in a failing test shows its owner.
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

/** Address of the native currency of fake chains. */
export const fakeNative: string = `fk${'0'.repeat(2 * addressBytes)}`;

/** Account of the depository on fake chains. */
export const fakeDepository: string = fakeAddress('depository');
