import { encodeBase58 } from './base58.js';
import type { Instruction } from './instruction.js';

/** A signed transaction, decoded. */
export interface ReadTransaction {
  readonly signatures: readonly Uint8Array[];
  readonly message: ReadMessage;
}

/** A message, decoded. */
export interface ReadMessage {
  /** The bytes that are signed. */
  readonly bytes: Uint8Array;
  /** The keys in the message itself; those that lookup tables add come after them. */
  readonly keys: readonly string[];
  readonly signers: number;
  readonly blockhash: string;
  /**
   * Undefined where an instruction uses a lookup table, whose contents the message does not hold.
   */
  readonly instructions: readonly Instruction[] | undefined;
}

interface Reader {
  readonly offset: () => number;
  readonly byte: () => number;
  readonly bytes: (length: number) => Uint8Array;
  readonly length: () => number;
}

/**
 * Reads a transaction, legacy or version 0; undefined when the bytes are none.
 *
 * @example
 * ```ts
 * readTransaction(signedBytes)?.message.instructions;
 * ```
 */
export function readTransaction(bytes: Uint8Array): ReadTransaction | undefined {
  try {
    const reader = createReader(bytes);
    const signatures = list(reader, () => reader.bytes(64));
    return { signatures, message: readMessageBytes(bytes.subarray(reader.offset())) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Reads a message, legacy or version 0; undefined when the bytes are none. */
export function readMessage(bytes: Uint8Array): ReadMessage | undefined {
  try {
    return readMessageBytes(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readMessageBytes(bytes: Uint8Array): ReadMessage {
  const reader = createReader(bytes);
  const isVersioned = ((bytes[0] ?? 0) & 0x80) !== 0;
  if (isVersioned && reader.byte() !== 0x80) throw new RangeError('the version is not known');
  const [signers, readonlySigners, readonlyOthers] = [reader.byte(), reader.byte(), reader.byte()];
  const keys = list(reader, () => encodeBase58(reader.bytes(32)));
  const blockhash = encodeBase58(reader.bytes(32));
  const compiled = list(reader, () => ({
    program: reader.byte(),
    accounts: [...reader.bytes(reader.length())],
    data: reader.bytes(reader.length()),
  }));
  const lookups = isVersioned
    ? list(reader, () => [
        reader.bytes(32),
        reader.bytes(reader.length()),
        reader.bytes(reader.length()),
      ])
    : [];
  if (
    reader.offset() !== bytes.length ||
    signers === 0 ||
    readonlySigners >= signers ||
    signers + readonlyOthers > keys.length
  )
    throw new RangeError('the message is malformed');
  const isSigner = (index: number): boolean => index < signers;
  const isWritable = (index: number): boolean =>
    isSigner(index) ? index < signers - readonlySigners : index < keys.length - readonlyOthers;
  const inside = compiled.every(({ program, accounts }) =>
    [program, ...accounts].every((index) => index < keys.length),
  );
  if (!inside && lookups.length === 0)
    throw new RangeError('an instruction names an account that is not there');
  const instructions = compiled.map(({ program, accounts, data }) => ({
    programId: keys[program] ?? '',
    keys: accounts.map((index) => ({
      pubkey: keys[index] ?? '',
      isSigner: isSigner(index),
      isWritable: isWritable(index),
    })),
    data,
  }));
  return { bytes, keys, signers, blockhash, instructions: inside ? instructions : undefined };
}

/** Reads from front to back; a RangeError where the bytes end too soon. */
function createReader(source: Uint8Array): Reader {
  let offset = 0;
  const bytes = (length: number): Uint8Array => {
    if (offset + length > source.length) throw new RangeError('the bytes end too soon');
    offset += length;
    return source.subarray(offset - length, offset);
  };
  const byte = (): number => bytes(1)[0] ?? 0;
  return {
    offset: () => offset,
    byte,
    bytes,
    length: () => {
      let length = 0;
      for (let shift = 0; shift < 21; shift += 7) {
        const part = byte();
        length |= (part & 0x7f) << shift;
        if ((part & 0x80) === 0) return length;
      }
      throw new RangeError('a length is too large');
    },
  };
}

function list<T>(reader: Reader, read: () => T): readonly T[] {
  return Array.from({ length: reader.length() }, read);
}
