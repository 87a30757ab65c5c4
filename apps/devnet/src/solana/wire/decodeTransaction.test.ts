import {
  AddressLookupTableAccount,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
  type TransactionInstruction,
} from '@solana/web3.js';
import { base58 } from '@scure/base';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openKeyring } from '../keys/openKeyring.js';
import { WireError } from './createReader.js';
import { decodeMessage, decodeTransaction } from './decodeTransaction.js';
import { encodeTransaction } from './encodeTransaction.js';

const payer = Keypair.fromSeed(new Uint8Array(32).fill(1));
const recipient = Keypair.fromSeed(new Uint8Array(32).fill(2)).publicKey;
const blockhash = base58.encode(new Uint8Array(32).fill(3));

function signed(
  version: 'legacy' | 0,
  instructions: TransactionInstruction[],
  tables: AddressLookupTableAccount[] = [],
): VersionedTransaction {
  const message = new TransactionMessage({
    payerKey: payer.publicKey,
    recentBlockhash: blockhash,
    instructions,
  });
  const transaction = new VersionedTransaction(
    version === 0 ? message.compileToV0Message(tables) : message.compileToLegacyMessage(),
  );
  transaction.sign([payer]);
  return transaction;
}

const transfer = SystemProgram.transfer({
  fromPubkey: payer.publicKey,
  toPubkey: recipient,
  lamports: 7,
});

test.each(['legacy', 0] as const)('reads what web3.js writes, version %s', (version) => {
  const transaction = signed(version, [transfer]);
  const { signature, signatures, message } = decodeTransaction(transaction.serialize());
  expect([signature, signatures]).toEqual([base58.encode(transaction.signatures[0]!), [signature]]);
  expect(message).toEqual({
    version,
    signers: 1,
    readonlySigners: 0,
    readonlyOthers: 1,
    accountKeys: [
      payer.publicKey.toBase58(),
      recipient.toBase58(),
      SystemProgram.programId.toBase58(),
    ],
    blockhash,
    instructions: [{ programIdIndex: 2, accounts: [0, 1], data: new Uint8Array(transfer.data) }],
    lookups: [],
  });
  expect(decodeMessage(transaction.message.serialize())).toEqual(message);
});

test('reads lookups', () => {
  const state = {
    deactivationSlot: 2n ** 64n - 1n,
    lastExtendedSlot: 0,
    lastExtendedSlotStartIndex: 0,
    addresses: [payer.publicKey, recipient],
  };
  const key = new PublicKey(new Uint8Array(32).fill(9));
  const { message } = decodeTransaction(
    signed(0, [transfer], [new AddressLookupTableAccount({ key, state })]).serialize(),
  );
  expect(message.lookups).toEqual([{ table: key.toBase58(), writable: [1], readonly: [] }]);
});

test('writes what web3.js reads', () => {
  const keypair = openKeyring()(0, 0);
  const system = SystemProgram.programId.toBase58();
  const accounts = [
    { address: keypair.address, signer: true, writable: true },
    { address: recipient.toBase58(), writable: true },
  ];
  const bytes = encodeTransaction(
    keypair,
    [{ program: system, accounts, data: transfer.data }],
    blockhash,
  );
  const read = VersionedTransaction.deserialize(bytes);
  expect([read.version, read.message.recentBlockhash]).toEqual(['legacy', blockhash]);
  expect(read.message.staticAccountKeys.map(String)).toEqual([
    keypair.address,
    recipient.toBase58(),
    system,
  ]);
  expect(decodeTransaction(bytes).message.instructions).toEqual([
    { programIdIndex: 2, accounts: [0, 1], data: new Uint8Array(transfer.data) },
  ]);
});

test('refuses what is none, in one way only', () => {
  const whole = signed(0, [transfer]).serialize();
  const attempt = (bytes: Uint8Array): unknown => {
    try {
      return decodeTransaction(bytes);
    } catch (error) {
      if (error instanceof WireError) return undefined;
      throw error;
    }
  };
  for (let length = 0; length < whole.length; length += 1)
    expect(attempt(whole.subarray(0, length))).toBeUndefined();
  expect(attempt(new Uint8Array([...whole, 0]))).toBeUndefined();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      attempt(bytes);
    }),
  );
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), (index, value) => {
      const changed = Uint8Array.from(whole);
      changed[index] = value;
      attempt(changed);
    }),
  );
});

test.each([
  ['a version that is not known', [1, ...new Array<number>(64).fill(0), 0x81]],
  ['a length in a longer form than needed', [0x81, 0x00]],
  ['a length above 65535', [0xff, 0xff, 0x7f]],
  ['no signature', [0, 0, 0, 0, 0, ...new Array<number>(32).fill(0), 0]],
])('refuses %s', (_, bytes) => {
  expect(() => decodeTransaction(Uint8Array.from(bytes))).toThrow(WireError);
});
