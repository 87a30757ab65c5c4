import { createKeccak } from 'hash-wasm';

/** Buffer for messages of one length, used again and again. */
export interface Message {
  /** Bytes to hash. */
  readonly bytes: Uint8Array;
  /** Hashes `bytes` and writes the digest into another message. */
  digestInto(target: Message, offset: number): void;
  /** Hashes `bytes`. The digest is a new array. */
  digest(): Uint8Array;
}

/** Keccak-256 over messages in reserved buffers. */
export interface KeccakMemory {
  /** Reserves a buffer of `length` zero bytes. */
  reserve(length: number): Message;
  /** Hashes any bytes. */
  readonly hash: (bytes: Uint8Array) => Uint8Array;
}

/** Makes one WebAssembly instance, used again for every hash. */
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
