import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519';
import { base58 } from '@scure/base';
import { programs } from './programs.js';

/**
 * Address that a program owns for these seeds: the first one, counting the bump down from 255, that
 * is no public key.
 */
export function findProgramAddress(program: string, seeds: readonly Uint8Array[]): string {
  for (let bump = 255; bump >= 0; bump -= 1) {
    const hash = createHash('sha256');
    for (const seed of [
      ...seeds,
      Uint8Array.of(bump),
      base58.decode(program),
      Buffer.from('ProgramDerivedAddress'),
    ])
      hash.update(seed);
    const candidate = hash.digest();
    if (!isOnCurve(candidate)) return base58.encode(candidate);
  }
  throw new Error('There is no address for these seeds.');
}

/** Account that holds an owner's token by convention. */
export function associatedTokenAddress(owner: string, mint: string): string {
  return findProgramAddress(programs.associatedToken, [
    base58.decode(owner),
    base58.decode(programs.token),
    base58.decode(mint),
  ]);
}

function isOnCurve(candidate: Uint8Array): boolean {
  try {
    ed25519.ExtendedPoint.fromHex(candidate);
    return true;
  } catch {
    return false;
  }
}
