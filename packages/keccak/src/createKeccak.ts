import { FREE, STATE, ZEROS, moduleText } from './module.js';

/** Bytes that a round of absorbing takes in. */
const BLOCK = 136;

/** Blocks of a long message that are brought into the memory of the module at a time. */
const CHUNK = 16 * BLOCK;

const DIGEST = 32;

/** A place in the module's own memory for messages of one length, written again and again without being copied. */
export interface Message {
  /** What is hashed. */
  readonly bytes: Uint8Array;
  /** Hashes what `bytes` holds and writes the digest into another message of the same hasher. */
  digestInto(target: Message, offset: number): void;
  /** Hashes what `bytes` holds; the answer is the caller's own. */
  digest(): Uint8Array;
}

/** A hasher with a memory of its own. */
export interface Keccak {
  /** Reserves a place for messages of `length` bytes, all zero. It stays reserved as long as the hasher lives. */
  reserve(length: number): Message;
  /** The digest of any bytes. */
  hash(bytes: Uint8Array): Uint8Array;
}

interface ModuleExports {
  readonly memory: WebAssembly.Memory;
  readonly absorb: (state: number, message: number, blocks: number, digest: number) => void;
}

/**
 * Makes a hasher: Keccak-256 as Ethereum uses it, in a module of 1.6 kB that is ready at once. A permutation takes about
 * 0.4 µs; what is around it is one call, since messages are written where they are hashed.
 *
 * @example
 * ```ts
 * const keccak = createKeccak();
 * keccak.hash(new Uint8Array(0)); // c5d24601…
 * const pair = keccak.reserve(64);
 * pair.bytes.set(left, 0);
 * pair.bytes.set(right, 32);
 * pair.digest();
 * ```
 */
export function createKeccak(): Keccak {
  const { memory, absorb } = instantiate();
  const all = new Uint8Array(memory.buffer);
  const places = new WeakMap<Message, number>();
  let free = FREE;
  const take = (length: number): number => {
    const place = free;
    free += Math.ceil(length / 8) * 8;
    if (free > all.length) throw new RangeError(`The memory of this hasher has no room for ${String(length)} bytes more.`);
    return place;
  };
  const answer = take(DIGEST);
  const chunk = take(CHUNK);

  return {
    reserve: (length) => {
      const blocks = Math.floor(length / BLOCK) + 1;
      const place = take(blocks * BLOCK);
      const padded = all.subarray(place, place + blocks * BLOCK);
      pad(padded, length);
      const message: Message = {
        bytes: padded.subarray(0, length),
        digestInto: (target, offset) => {
          const start = places.get(target);
          if (start === undefined || offset < 0 || offset + DIGEST > target.bytes.length) throw new RangeError('A digest is written within a message of the same hasher.');
          absorb(ZEROS, place, blocks, start + offset);
        },
        digest: () => {
          absorb(ZEROS, place, blocks, answer);
          return all.slice(answer, answer + DIGEST);
        },
      };
      places.set(message, place);
      return message;
    },
    hash: (bytes) => {
      let state = ZEROS;
      let start = 0;
      for (; bytes.length - start >= CHUNK; start += CHUNK) {
        all.set(bytes.subarray(start, start + CHUNK), chunk);
        absorb(state, chunk, CHUNK / BLOCK, answer);
        state = STATE;
      }
      const left = bytes.length - start;
      const blocks = Math.floor(left / BLOCK) + 1;
      const padded = all.subarray(chunk, chunk + blocks * BLOCK);
      padded.fill(0, left);
      padded.set(bytes.subarray(start));
      pad(padded, left);
      absorb(state, chunk, blocks, answer);
      return all.slice(answer, answer + DIGEST);
    },
  };
}

/** The padding of Keccak before it became SHA-3: a one after the message, another at the end of the last block. */
function pad(padded: Uint8Array, length: number): void {
  padded[length] = 0x01;
  padded[padded.length - 1] = (padded[padded.length - 1] ?? 0) | 0x80;
}

function instantiate(): ModuleExports {
  const bytes = Uint8Array.from(atob(moduleText), (character) => character.charCodeAt(0));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  return exports as unknown as ModuleExports; // The module is ours; a test assembles it anew.
}
