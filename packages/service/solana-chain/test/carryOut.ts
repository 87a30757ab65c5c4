import {
  PublicKey,
  sendAndConfirmTransaction,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js';
import type { SignedTransaction } from '@portage/core/chain';
import { readTransaction } from '@portage/solana/transaction';
import { readStoredBytes } from '../src/spend/storedBytes.js';
import type { TestChain } from './startChain.js';

/** Sends what the allocator signed in a transaction of a stranger's own. */
export async function carryOut(
  node: TestChain,
  { raw, sender }: Pick<SignedTransaction, 'raw' | 'sender'>,
): Promise<string> {
  const stranger = node.user(1);
  const { instructions } = readTransaction(readStoredBytes(raw).transaction)!.message;
  const transaction = new Transaction();
  for (const { programId, keys, data } of instructions ?? [])
    transaction.add(
      new TransactionInstruction({
        programId: new PublicKey(programId),
        data: Buffer.from(data),
        keys: keys.map(({ pubkey, ...flags }) => ({
          ...flags,
          pubkey: pubkey === sender ? stranger.publicKey : new PublicKey(pubkey),
        })),
      }),
    );
  return await sendAndConfirmTransaction(node.connection, transaction, [stranger]);
}
