import { assert } from '@portage/core';
import { base58 } from '@scure/base';
import { concatBytes } from '@portage/solana/transaction';
import { compileMessage } from '@portage/solana/transaction';
import type { Instruction } from '@portage/solana/transaction';
import { checkTransactionSize } from '@portage/solana/transaction';
import type { Key } from './createKey.js';

/**
 * The transaction of instructions that one key signs alone.
 *
 * @throws PortageError `SOLANA_TX_TOO_LARGE`
 */
export function signInstructions(
  key: Key,
  instructions: readonly Instruction[],
  blockhash: string,
): { readonly txId: string; readonly transaction: Uint8Array } {
  checkTransactionSize(key.address, instructions);
  const { bytes, signers } = compileMessage({ feePayer: key.address, blockhash, instructions });
  assert(signers.length === 1, 'the key signs alone');
  const signature = key.sign(bytes);
  return {
    txId: base58.encode(signature),
    transaction: concatBytes([Uint8Array.of(1), signature, bytes]),
  };
}
