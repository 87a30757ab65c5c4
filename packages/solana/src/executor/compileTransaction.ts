import { PortageError } from '@portage/core';
import {
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
  type AddressLookupTableAccount,
  type Connection,
} from '@solana/web3.js';
import type { SolanaTransactionData } from '../transaction/solanaTransactionData.js';
import type { Instruction } from '../transaction/instruction.js';
import { tooLarge, transactionBytesMax, transactionSize } from '../transaction/transactionSize.js';
import { readInstruction } from './transactionEffects.js';

/** A transaction that is ready to be signed, and how long it may be. */
export interface UnsignedTransaction {
  readonly transaction: VersionedTransaction;
  readonly blockhash: string;
  /** The last block that may hold it. */
  readonly lastValidBlockHeight: number;
  /** Lookup tables that the message may use. */
  readonly tables: readonly AddressLookupTableAccount[];
}

/**
 * Puts the instructions of an item into a version 0 message with the newest blockhash. A lookup
 * table that cannot be read, or whose owner has begun to close it, is left out: the accounts then
 * stand in the message itself.
 *
 * @throws PortageError `SOLANA_TX_TOO_LARGE`
 */
export async function compileTransaction(
  connection: Connection,
  data: SolanaTransactionData,
  user: string,
): Promise<UnsignedTransaction> {
  const instructions = data.instructions.map((wire) => {
    const instruction = readInstruction(wire);
    if (instruction === undefined)
      throw new PortageError('WALLET_ERROR', {
        message: 'The step holds a malformed instruction.',
      });
    return instruction;
  });
  const [{ blockhash, lastValidBlockHeight }, tables] = await Promise.all([
    connection.getLatestBlockhash('confirmed'),
    readTables(connection, data.addressLookupTableAddresses),
  ]);
  const feePayer = data.feePayer ?? user;
  const message = new TransactionMessage({
    payerKey: new PublicKey(feePayer),
    recentBlockhash: blockhash,
    instructions: instructions.map(libraryInstruction),
  });
  const transaction = new VersionedTransaction(message.compileToV0Message([...tables]));
  checkSize(transaction, () => transactionSize(feePayer, instructions));
  return { transaction, blockhash, lastValidBlockHeight, tables };
}

function libraryInstruction({ programId, keys, data }: Instruction): TransactionInstruction {
  return new TransactionInstruction({
    programId: new PublicKey(programId),
    keys: keys.map(({ pubkey, isSigner, isWritable }) => ({
      pubkey: new PublicKey(pubkey),
      isSigner,
      isWritable,
    })),
    // The library copies the bytes; only its type names the Buffer of Node.
    data: data as Buffer,
  });
}

async function readTables(
  connection: Connection,
  addresses: readonly string[],
): Promise<readonly AddressLookupTableAccount[]> {
  const answers = await Promise.all(
    addresses.map((address) =>
      connection.getAddressLookupTable(new PublicKey(address)).catch(() => undefined),
    ),
  );
  return answers.flatMap((answer) => (answer?.value?.isActive() === true ? [answer.value] : []));
}

function checkSize(transaction: VersionedTransaction, withoutTables: () => number): void {
  const bytes = sizeOf(transaction) ?? withoutTables();
  if (bytes > transactionBytesMax) throw tooLarge(bytes);
}

/** The library gives up on writing a message that is larger than a packet. */
function sizeOf(transaction: VersionedTransaction): number | undefined {
  try {
    return transaction.serialize().length;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
