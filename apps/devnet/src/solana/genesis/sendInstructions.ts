import { PortageError } from '@portage/core';
import type { Instruction as ProgramInstruction } from '@portage/solana/transaction';
import { z } from 'zod';
import { callNode } from '../../callNode.js';
import type { Keypair } from '../keys/openKeyring.js';
import { encodeTransaction, type Instruction } from '../wire/encodeTransaction.js';

const blockhashSchema = z.object({ value: z.object({ blockhash: z.string() }) });
const statusSchema = z.object({ value: z.tuple([z.object({ err: z.null() })]) });

/**
 * Carries instructions out in one transaction, which is in the open block when this returns.
 *
 * @param failure - message of the error where the chain refuses them
 * @throws PortageError `TRANSACTION_REVERTED`
 */
export async function sendInstructions(
  rpcUrl: string,
  payer: Keypair,
  instructions: readonly Instruction[],
  failure: string,
): Promise<void> {
  const commitment = { commitment: 'processed' };
  const { blockhash } = blockhashSchema.parse(
    await callNode(rpcUrl, 'getLatestBlockhash', [commitment]),
  ).value;
  const signature = await callNode(rpcUrl, 'sendTransaction', [
    Buffer.from(encodeTransaction(payer, instructions, blockhash)).toString('base64'),
    { encoding: 'base64', preflightCommitment: 'processed' },
  ]);
  const landed = statusSchema.safeParse(
    await callNode(rpcUrl, 'getSignatureStatuses', [[signature]]),
  );
  if (!landed.success) throw new PortageError('TRANSACTION_REVERTED', { message: failure });
}

/** An instruction of the programs' package as this package writes it. */
export function wireInstruction({ programId, keys, data }: ProgramInstruction): Instruction {
  return {
    program: programId,
    accounts: keys.map(({ pubkey, isSigner, isWritable }) => ({
      address: pubkey,
      signer: isSigner,
      writable: isWritable,
    })),
    data,
  };
}
