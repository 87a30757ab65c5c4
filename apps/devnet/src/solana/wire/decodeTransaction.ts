import { base58 } from '@scure/base';
import { createReader, WireError, type Reader } from './createReader.js';

/** Instruction whose program and accounts are indexes into the list of account keys. */
export interface CompiledInstruction {
  readonly programIdIndex: number;
  readonly accounts: readonly number[];
  readonly data: Uint8Array;
}

/** Entries of a lookup table that a transaction loads. */
export interface TableLookup {
  readonly table: string;
  readonly writable: readonly number[];
  readonly readonly: readonly number[];
}

/** Message of a transaction: the part that is signed. */
export interface Message {
  readonly version: 'legacy' | 0;
  readonly signers: number;
  readonly readonlySigners: number;
  readonly readonlyOthers: number;
  /** Keys in the message itself; those of lookup tables follow them. */
  readonly accountKeys: readonly string[];
  readonly blockhash: string;
  readonly instructions: readonly CompiledInstruction[];
  readonly lookups: readonly TableLookup[];
}

/** Transaction with the bytes that it came in. */
export interface Transaction {
  readonly bytes: Uint8Array;
  readonly signatures: readonly string[];
  /** First signature, which identifies the transaction. */
  readonly signature: string;
  readonly message: Message;
}

/** Bytes of the largest transaction that fits the network's packets. */
export const transactionBytesMax = 1232;

/**
 * Reads a transaction, legacy or of version 0.
 *
 * @throws WireError when the bytes are none
 */
export function decodeTransaction(bytes: Uint8Array): Transaction {
  const reader = createReader(bytes);
  const signatures = list(reader, () => base58.encode(reader.bytes(64)));
  const message = readMessage(reader);
  if (reader.left > 0) throw new WireError('bytes follow the transaction');
  const [signature] = signatures;
  if (signature === undefined || signatures.length !== message.signers)
    throw new WireError('the number of signatures is not what the message asks for');
  return { bytes, signatures, signature, message };
}

/** Reads a message by itself. @throws WireError when the bytes are none */
export function decodeMessage(bytes: Uint8Array): Message {
  const reader = createReader(bytes);
  const message = readMessage(reader);
  if (reader.left > 0) throw new WireError('bytes follow the message');
  return message;
}

function readMessage(reader: Reader): Message {
  const first = reader.byte();
  const versioned = (first & 0x80) !== 0;
  if (versioned && first !== 0x80) throw new WireError(`version ${first & 0x7f} is not known`);
  const signers = versioned ? reader.byte() : first;
  const readonlySigners = reader.byte();
  const readonlyOthers = reader.byte();
  const accountKeys = list(reader, () => base58.encode(reader.bytes(32)));
  const blockhash = base58.encode(reader.bytes(32));
  const indexes = (): number[] => [...reader.bytes(reader.length())];
  const instructions = list(reader, () => ({
    programIdIndex: reader.byte(),
    accounts: indexes(),
    data: reader.bytes(reader.length()),
  }));
  const lookups = versioned
    ? list(reader, () => ({
        table: base58.encode(reader.bytes(32)),
        writable: indexes(),
        readonly: indexes(),
      }))
    : [];
  const message: Message = {
    version: versioned ? 0 : 'legacy',
    signers,
    readonlySigners,
    readonlyOthers,
    accountKeys,
    blockhash,
    instructions,
    lookups,
  };
  check(message);
  return message;
}

function list<T>(reader: Reader, read: () => T): T[] {
  return Array.from({ length: reader.length() }, read);
}

function check({
  signers,
  readonlySigners,
  readonlyOthers,
  accountKeys,
  instructions,
  lookups,
}: Message): void {
  const loaded = lookups.reduce(
    (sum, { writable, readonly }) => sum + writable.length + readonly.length,
    0,
  );
  if (signers === 0 || readonlySigners >= signers || signers + readonlyOthers > accountKeys.length)
    throw new WireError('the header does not fit the account keys');
  if (accountKeys.length + loaded > 256)
    throw new WireError('there are more than 256 account keys');
  for (const { programIdIndex, accounts } of instructions) {
    const program = programIdIndex > 0 && programIdIndex < accountKeys.length;
    if (!program || accounts.some((index) => index >= accountKeys.length + loaded))
      throw new WireError('an instruction names an account that is not there');
  }
}
