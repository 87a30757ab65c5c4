import { assert } from '@portage/core';
import { ed25519 } from '@noble/curves/ed25519';
import { sha256 } from '@noble/hashes/sha2';
import { decodeAddress, encodeAddress } from '../transaction/address.js';
import { concatBytes } from '../transaction/bytes.js';

const marker: Uint8Array = new TextEncoder().encode('ProgramDerivedAddress');

/** An address that no key signs for, and the byte that made it so. */
export interface ProgramAddress {
  readonly address: string;
  readonly bump: number;
}

/**
 * The account of a program that seeds name.
 *
 * @param seeds - at most 16, of at most 32 bytes each
 * @example
 * ```ts
 * programAddress([new TextEncoder().encode('vault')], depository).address;
 * ```
 */
export function programAddress(seeds: readonly Uint8Array[], programId: string): ProgramAddress {
  assert(seeds.length <= 15 && seeds.every(({ length }) => length <= 32), 'seeds fit');
  const tail = concatBytes([encodeAddress(programId), marker]);
  for (let bump = 255; bump >= 0; bump -= 1) {
    const digest = sha256(concatBytes([...seeds, Uint8Array.of(bump), tail]));
    if (!isOnCurve(digest)) return { address: decodeAddress(digest), bump };
  }
  throw new Error('No bump takes these seeds off the curve.');
}

/**
 * Whether no key signs for an address, because it is one of a program.
 *
 * @throws PortageError `INVALID_ADDRESS`
 * @example
 * ```ts
 * isProgramAddress(associatedTokenAddress({ owner, mint, tokenProgram: programs.token })); // true
 * ```
 */
export function isProgramAddress(address: string): boolean {
  return !isOnCurve(encodeAddress(address));
}

function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.ExtendedPoint.fromHex(bytes);
    return true;
  } catch {
    return false;
  }
}
