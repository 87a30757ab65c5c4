import { createKeccak } from 'hash-wasm';

/** A place for messages of one length, written again and again. */
export interface Message {
  /** What is hashed. */
  readonly bytes: Uint8Array;
  /** Hashes what `bytes` holds and writes the digest into another message. */
  digestInto(target: Message, offset: number): void;
  /** Hashes what `bytes` holds; the answer is the caller's own. */
  digest(): Uint8Array;
}

/** Keccak-256 over messages that stay where they are. */
export interface KeccakMemory {
  /** A place for messages of `length` bytes, all zero. */
  reserve(length: number): Message;
  /** The digest of any bytes. */
  hash(bytes: Uint8Array): Uint8Array;
}

/** One WebAssembly instance, used again for every hash. */
export async function createKeccakMemory(): Promise<KeccakMemory> {
  const hasher = await createKeccak(256);
  const hash = (bytes: Uint8Array): Uint8Array => hasher.init().update(bytes).digest('binary');
  return {
    hash,
    reserve: (length) => {
      const bytes = new Uint8Array(length);
      return {
        bytes,
        digest: () => hash(bytes),
        digestInto: (target, offset) => {
          target.bytes.set(hash(bytes), offset);
        },
      };
    },
  };
}
