import { nativeCurrency } from '../transaction/address.js';
import type { Instruction } from '../transaction/instruction.js';
import {
  associatedTokenAddress,
  createAssociatedToken,
  type TokenHolding,
} from './associatedToken.js';
import { closeTokenAccount } from './closeTokenAccount.js';
import { programs } from './programs.js';
import { send } from './send.js';
import { syncNative, wrappedSol } from './wrappedSol.js';

/** Account of an owner's wrapped SOL. */
function holdingOf(owner: string): TokenHolding {
  return { owner, mint: wrappedSol, tokenProgram: programs.token };
}

/**
 * Instructions that wrap SOL: the owner's account of wrapped SOL is opened where it is missing, at
 * the owner's cost, and gets the lamports.
 *
 * @example
 * ```ts
 * wrapSol(user, 1_000_000_000n);
 * ```
 */
export function wrapSol(owner: string, lamports: bigint): readonly Instruction[] {
  const holding = holdingOf(owner);
  const recipient = associatedTokenAddress(holding);
  const paid = { payer: owner, recipient, currency: nativeCurrency, amount: lamports, decimals: 0 };
  return [createAssociatedToken(owner, holding), ...send(paid), syncNative(recipient)];
}

/**
 * The instruction that unwraps SOL: all that the owner's account of wrapped SOL holds becomes SOL
 * of the owner again, with the account's rent.
 *
 * @example
 * ```ts
 * unwrapSol(user);
 * ```
 */
export function unwrapSol(owner: string): Instruction {
  return closeTokenAccount({ ...holdingOf(owner), rentTo: owner });
}
