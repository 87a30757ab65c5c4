import { PortageError } from '@portage/core';
import { encodeLength } from './bytes.js';
import { compileMessage } from './compileMessage.js';
import type { Instruction } from './instruction.js';

/** Bytes of the largest transaction that fits a packet of the network. */
export const transactionBytesMax = 1_232;

const signatureBytes = 64;
/** Any blockhash has the same size. */
const someBlockhash = '1'.repeat(32);

/** Bytes of a transaction, signatures included. */
export function transactionSize(feePayer: string, instructions: readonly Instruction[]): number {
  const { bytes, signers } = compileMessage({ feePayer, blockhash: someBlockhash, instructions });
  return encodeLength(signers.length).length + signers.length * signatureBytes + bytes.length;
}

/**
 * Refuses instructions that do not fit one transaction.
 *
 * @throws PortageError `SOLANA_TX_TOO_LARGE` with the size and the excess
 * @example
 * ```ts
 * checkTransactionSize(owner, [instruction]);
 * ```
 */
export function checkTransactionSize(feePayer: string, instructions: readonly Instruction[]): void {
  const bytes = transactionSize(feePayer, instructions);
  if (bytes > transactionBytesMax) throw tooLarge(bytes);
}

/** Error for a transaction of so many bytes. */
export function tooLarge(bytes: number): PortageError {
  const excess = bytes - transactionBytesMax;
  return new PortageError('SOLANA_TX_TOO_LARGE', {
    message: `The Solana transaction would be ${String(bytes)} bytes, ${String(excess)} more than the ${String(transactionBytesMax)} that fit.`,
    context: { bytes, excess, bytesMax: transactionBytesMax },
  });
}
