import { nativeCurrency } from '../transaction/address.js';
import type { Instruction } from '../transaction/instruction.js';
import { readSend, send } from './send.js';
import { readWalletSwap, walletSwap, type ReadWalletSwap, type WalletSwap } from './walletSwap.js';

/** A swap that pays nothing in, and says what it is for. */
export interface PayerSwap extends WalletSwap {
  /** 32 bytes, hexadecimal. */
  readonly reference: string;
}

/** Such a swap, as instructions say it. */
export interface ReadPayerSwap extends ReadWalletSwap {
  readonly reference: string;
}

/**
 * Instructions of a swap that its owner makes alone. The first one sends nothing from the owner to
 * itself, with the reference as one more account that is only read: the instructions of a swap
 * itself have no room for it.
 *
 * @example
 * ```ts
 * payerSwap({
 *   swap: { program, pools: [pool], type: 'EXACT_INPUT', amount: 5n, limit: 9n },
 *   owner: user,
 *   currencyIn: mintIn,
 *   currencyOut: mint,
 *   recipient,
 *   rentPayer: user,
 *   reference: requestId,
 * });
 * ```
 */
export function payerSwap({ reference, ...swap }: PayerSwap): readonly Instruction[] {
  const { owner } = swap;
  const parties = { payer: owner, recipient: owner, currency: nativeCurrency };
  return [...send({ ...parties, amount: 0n, decimals: 0, reference }), ...walletSwap(swap)];
}

/**
 * Reads the swap that instructions begin with; undefined unless they are exactly what
 * {@link payerSwap} writes.
 *
 * @throws PortageError `INVALID_ADDRESS` where an account is none
 * @example
 * ```ts
 * readPayerSwap(instructions)?.reference === requestId;
 * ```
 */
export function readPayerSwap(instructions: readonly Instruction[]): ReadPayerSwap | undefined {
  const note = readSend(instructions.slice(0, 1));
  const { reference } = note ?? {};
  if (note?.amount !== 0n || reference === undefined) return undefined;
  const swap = readWalletSwap(instructions.slice(1));
  const isOwn = [note.payer, note.recipient].every((account) => account === swap?.owner);
  return swap !== undefined && isOwn
    ? { ...swap, reference, instructions: swap.instructions + 1 }
    : undefined;
}
