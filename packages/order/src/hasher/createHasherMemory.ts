import { assert, hexToBytes } from '@portage/core';
import type { CodecOf } from '../codecOf.js';
import { orderTypeHashes, type OrderStruct } from '../orderTypes.js';
import type { KeccakMemory, Message } from './createKeccakMemory.js';
import { createLeafHashes, type LeafHashes } from './createLeafHashes.js';
import { createWords, type Words } from './words.js';

/** Hashes a value and writes the digest into the message of its parent. */
export type HashInto<Value, Context = CodecOf> = (
  value: Value,
  context: Context,
  target: Message,
  offset: number,
) => void;

/** Memory of one struct, with the hash of its type in the first word. */
export interface StructMemory extends Words {
  readonly message: Message;
}

/** Memory that one hasher uses for every order. */
export interface HasherMemory extends LeafHashes {
  /** Digest of any bytes. */
  readonly keccak: (bytes: Uint8Array) => Uint8Array;
  /**
   * Reserves the memory of a struct. No struct contains one of its own kind, so none is in use
   * twice.
   */
  readonly struct: (name: OrderStruct, members: number) => StructMemory;
  /** Makes the hash of a list from the hash of its items. */
  readonly list: <Item, Context = CodecOf>(
    hashItem: HashInto<Item, Context>,
  ) => HashInto<readonly Item[], Context>;
}

/** Longest list that has a place in the memory. */
export const listedMax = 4;

/** Makes the memory of one hasher. */
export function createHasherMemory(keccak: KeccakMemory): HasherMemory {
  return {
    ...createLeafHashes(keccak),
    keccak: keccak.hash,
    struct: (name, members) => {
      const message = keccak.reserve(32 * (1 + members));
      return { message, ...createWords(message.bytes).bytes(0, hexToBytes(orderTypeHashes[name])) };
    },
    list: createListHashes(keccak),
  };
}

/** Hashes lists: the digests of the items in a row, in one message for each length. */
function createListHashes(keccak: KeccakMemory): HasherMemory['list'] {
  const empty = keccak.hash(new Uint8Array());
  return (hashItem) => {
    const messages = Array.from({ length: listedMax + 1 }, (_, length) =>
      keccak.reserve(32 * length),
    );
    return (items, context, target, offset) => {
      // Most orders have neither calls nor fees.
      if (items.length === 0) {
        target.bytes.set(empty, offset);
        return;
      }
      const message = messages[items.length];
      assert(message !== undefined, 'longer lists are left to hashOrder');
      let at = 0;
      for (const item of items) {
        hashItem(item, context, message, at);
        at += 32;
      }
      message.digestInto(target, offset);
    };
  };
}
