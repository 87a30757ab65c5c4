import { isPortageError } from '@portage/core';
import {
  Keypair,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileMessage } from './compileMessage.js';
import type { Instruction } from './instruction.js';
import { readMessage, readTransaction } from './readTransaction.js';
import { checkTransactionSize, transactionSize } from './transactionSize.js';

const keys = Array.from({ length: 12 }, () => Keypair.generate());
const nameOf = (index: number): string => keys[index]!.publicKey.toBase58();
const meta = fc.record({
  pubkey: fc.nat(7).map(nameOf),
  isSigner: fc.boolean(),
  isWritable: fc.boolean(),
});
const instruction: fc.Arbitrary<Instruction> = fc.record({
  programId: fc.integer({ min: 8, max: 11 }).map(nameOf),
  keys: fc.array(meta, { maxLength: 9 }),
  data: fc.uint8Array({ maxLength: 200 }),
});
const blockhash = PublicKey.unique().toBase58();
const feePayer = nameOf(0);

function byLibrary(instructions: readonly Instruction[]): VersionedTransaction {
  const message = new TransactionMessage({
    payerKey: new PublicKey(feePayer),
    recentBlockhash: blockhash,
    instructions: instructions.map(
      ({ programId, keys: metas, data }) =>
        new TransactionInstruction({
          programId: new PublicKey(programId),
          data: Buffer.from(data),
          keys: metas.map((entry) => ({ ...entry, pubkey: new PublicKey(entry.pubkey) })),
        }),
    ),
  });
  return new VersionedTransaction(message.compileToV0Message());
}

describe('messages', () => {
  it('are as long as those of web3.js and say the same', () => {
    fc.assert(
      fc.property(fc.array(instruction, { maxLength: 4 }), (instructions) => {
        const { bytes, signers } = compileMessage({ feePayer, blockhash, instructions });
        const theirs = byLibrary(instructions);
        expect(bytes.length).toBe(theirs.message.serialize().length);
        expect(transactionSize(feePayer, instructions)).toBe(theirs.serialize().length);
        const read = VersionedTransaction.deserialize(
          Uint8Array.from([signers.length, ...new Uint8Array(64 * signers.length), ...bytes]),
        );
        expect(TransactionMessage.decompile(read.message)).toEqual(
          TransactionMessage.decompile(theirs.message),
        );
        expect(signers).toEqual(
          read.message.staticAccountKeys.slice(0, signers.length).map(String),
        );
      }),
      { numRuns: 50 },
    );
  });

  it('are read back, ours and those of web3.js', () => {
    fc.assert(
      fc.property(fc.array(instruction, { maxLength: 4 }), (instructions) => {
        const theirs = byLibrary(instructions);
        const read = readTransaction(theirs.serialize());
        expect(read?.message.blockhash).toBe(blockhash);
        expect(read?.message.keys).toEqual(theirs.message.staticAccountKeys.map(String));
        expect(
          read?.message.instructions?.map(({ programId, data }) => [programId, [...data]]),
        ).toEqual(instructions.map(({ programId, data }) => [programId, [...data]]));
        const own = compileMessage({ feePayer, blockhash, instructions });
        expect(
          readMessage(own.bytes)?.instructions?.map((entry) =>
            entry.keys.map(({ pubkey }) => pubkey),
          ),
        ).toEqual(instructions.map((entry) => entry.keys.map(({ pubkey }) => pubkey)));
      }),
      { numRuns: 50 },
    );
  });

  it('that are cut short are none', () => {
    const bytes = byLibrary([
      { programId: nameOf(8), keys: [], data: new Uint8Array(3) },
    ]).serialize();
    for (let length = 0; length < bytes.length; length += 1)
      expect(readTransaction(bytes.subarray(0, length))).toBeUndefined();
    expect(readTransaction(Uint8Array.from([...bytes, 0]))).toBeUndefined();
  });
});

describe('the size limit', () => {
  const filled = (length: number): readonly Instruction[] => [
    { programId: nameOf(8), keys: [], data: new Uint8Array(length) },
  ];

  it('lets 1232 bytes pass and refuses one more, with sizes', () => {
    const room = 1_232 - transactionSize(feePayer, filled(1_000)) + 1_000;
    expect(() => checkTransactionSize(feePayer, filled(room))).not.toThrow();
    expect(() => checkTransactionSize(feePayer, filled(room + 1))).toThrow(
      expect.toSatisfy(
        (error: unknown) =>
          isPortageError(error, 'SOLANA_TX_TOO_LARGE') &&
          error.message ===
            'The Solana transaction would be 1233 bytes, 1 more than the 1232 that fit.' &&
          error.context['excess'] === 1,
      ),
    );
  });
});
