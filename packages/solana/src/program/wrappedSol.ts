import type { Instruction } from '../transaction/instruction.js';
import { programs } from './programs.js';

/** Mint of wrapped SOL: a token account of it holds as many tokens as it has lamports to spare. */
export const wrappedSol: string = 'So11111111111111111111111111111111111111112';

/** Number of the token program's instruction that counts lamports which were sent to an account. */
const syncNativeTag = 17;

/**
 * Counts the lamports that were sent to a token account of wrapped SOL as tokens.
 *
 * @example
 * ```ts
 * syncNative(associatedTokenAddress({ owner, mint: wrappedSol, tokenProgram: programs.token }));
 * ```
 */
export function syncNative(account: string): Instruction {
  return {
    programId: programs.token,
    keys: [{ pubkey: account, isSigner: false, isWritable: true }],
    data: Uint8Array.of(syncNativeTag),
  };
}
