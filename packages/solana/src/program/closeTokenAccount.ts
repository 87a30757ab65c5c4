import type { Instruction } from '../transaction/instruction.js';
import { associatedTokenAddress, type TokenHolding } from './associatedToken.js';

/** A token account that is closed. */
export interface ClosedTokenAccount extends TokenHolding {
  /** Account that gets the rent. */
  readonly rentTo: string;
}

/** Number of the instruction in the token program. */
const closeAccount = 9;

/**
 * Closes an owner's associated account for a mint. The owner signs, and the token program refuses
 * it while the account holds anything.
 *
 * @example
 * ```ts
 * closeTokenAccount({ owner, mint, tokenProgram: programs.token, rentTo: solver });
 * ```
 */
export function closeTokenAccount({ rentTo, ...holding }: ClosedTokenAccount): Instruction {
  return {
    programId: holding.tokenProgram,
    keys: [
      { pubkey: associatedTokenAddress(holding), isSigner: false, isWritable: true },
      { pubkey: rentTo, isSigner: false, isWritable: true },
      { pubkey: holding.owner, isSigner: true, isWritable: false },
    ],
    data: Uint8Array.of(closeAccount),
  };
}
