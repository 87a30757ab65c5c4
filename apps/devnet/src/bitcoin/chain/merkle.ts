import { hash256 } from '../transaction/hashes.js';

/** Root of a merkle tree. */
export interface MerkleRoot {
  readonly root: Buffer;
  /** True if two neighbours are equal: another list has the same root (CVE-2012-2459). */
  readonly isMutated: boolean;
}

/** Root of a list of hashes. */
export function merkleRoot(hashes: readonly Buffer[]): MerkleRoot {
  let level = hashes;
  let isMutated = false;
  while (level.length > 1) {
    const next: Buffer[] = [];
    for (let index = 0; index < level.length; index += 2) {
      const left = level[index] ?? Buffer.alloc(32);
      const right = level[index + 1];
      if (right?.equals(left) === true) isMutated = true;
      next.push(hash256(Buffer.concat([left, right ?? left])));
    }
    level = next;
  }
  return { root: level[0] ?? Buffer.alloc(32), isMutated };
}
