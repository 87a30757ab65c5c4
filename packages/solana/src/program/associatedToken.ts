import { encodeAddress } from '../transaction/address.js';
import type { Instruction } from '../transaction/instruction.js';
import { programAddress } from './programAddress.js';
import { programs } from './programs.js';

/** An owner's account for a mint. `tokenProgram` is the one that owns the mint. */
export interface TokenHolding {
  readonly owner: string;
  readonly mint: string;
  readonly tokenProgram: string;
}

/**
 * Address of an owner's account for a mint, unless the owner chose another one.
 *
 * @example
 * ```ts
 * associatedTokenAddress({ owner, mint, tokenProgram: programs.token });
 * ```
 */
export function associatedTokenAddress({ owner, mint, tokenProgram }: TokenHolding): string {
  return programAddress([owner, tokenProgram, mint].map(encodeAddress), programs.associatedToken)
    .address;
}

/**
 * Makes that account, unless it is there. The payer bears its rent.
 *
 * @example
 * ```ts
 * createAssociatedToken(solver, { owner: recipient, mint, tokenProgram: programs.token });
 * ```
 */
export function createAssociatedToken(payer: string, holding: TokenHolding): Instruction {
  return {
    programId: programs.associatedToken,
    keys: [
      { pubkey: payer, isSigner: true, isWritable: true },
      { pubkey: associatedTokenAddress(holding), isSigner: false, isWritable: true },
      { pubkey: holding.owner, isSigner: false, isWritable: false },
      { pubkey: holding.mint, isSigner: false, isWritable: false },
      { pubkey: programs.system, isSigner: false, isWritable: false },
      { pubkey: holding.tokenProgram, isSigner: false, isWritable: false },
    ],
    data: Uint8Array.of(1),
  };
}
