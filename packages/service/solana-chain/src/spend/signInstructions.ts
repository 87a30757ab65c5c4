import { assert } from '@portage/core';
import { base58 } from '@scure/base';
import { concatBytes } from '@portage/solana/transaction';
import { compileMessage } from '@portage/solana/transaction';
import type { Instruction } from '@portage/solana/transaction';
import { checkTransactionSize } from '@portage/solana/transaction';
import type { Key } from './createKey.js';

/** A transaction with its signatures. */
export interface SignedInstructions {
  readonly txId: string;
  readonly transaction: Uint8Array;
}

/**
 * The transaction of instructions, signed.
 *
 * @param keys - of everybody who has to sign; the first one pays the fees
 * @throws PortageError `SOLANA_TX_TOO_LARGE`
 */
export function signInstructions(
  [payer, ...others]: readonly [Key, ...Key[]],
  instructions: readonly Instruction[],
  blockhash: string,
): SignedInstructions {
  checkTransactionSize(payer.address, instructions);
  const { bytes, signers } = compileMessage({ feePayer: payer.address, blockhash, instructions });
  const keys = [payer, ...others];
  assert(signers.length === keys.length, 'everybody who has to sign does');
  const signatures = signers.map((signer) => {
    const key = keys.find(({ address }) => address === signer);
    assert(key !== undefined, 'whoever has to sign has a key');
    return key.sign(bytes);
  });
  const [first] = signatures;
  assert(first !== undefined, 'the payer of the fees signs first');
  return {
    txId: base58.encode(first),
    transaction: concatBytes([Uint8Array.of(signatures.length), ...signatures, bytes]),
  };
}

/** The same transaction without signatures, which can be simulated and never lands. */
export function unsignedTransaction(
  feePayer: string,
  instructions: readonly Instruction[],
  blockhash: string,
): Uint8Array {
  const { bytes, signers } = compileMessage({ feePayer, blockhash, instructions });
  return concatBytes([
    Uint8Array.of(signers.length),
    ...signers.map(() => new Uint8Array(64)),
    bytes,
  ]);
}
