import { hexToBytes, type Codec } from '@portage/core';
import type { KeccakMemory } from './createKeccakMemory.js';

/**
 * Hashes of the values in an order that come back again and again: slugs, currencies, accounts and
 * contract words.
 */
export interface LeafHashes {
  readonly text: (value: string) => Uint8Array;
  readonly hex: (value: string) => Uint8Array;
  readonly currency: (codec: Codec, value: string) => Uint8Array;
  readonly account: (codec: Codec, value: string) => Uint8Array;
}

/** So many values of each kind are remembered. */
const rememberedMax = 4096;

/** Longer values are data of one order and are not worth remembering. */
const rememberedLengthMax = 200;

/** Makes the hashes of an order's leaves; what was hashed before is remembered. */
export function createLeafHashes(keccak: KeccakMemory): LeafHashes {
  const encoder = new TextEncoder();
  const remember = (encode: (value: string) => Uint8Array): ((value: string) => Uint8Array) => {
    const known = new Map<string, Uint8Array>();
    return (value) => {
      const found = known.get(value);
      if (found !== undefined) return found;
      const hash = keccak.hash(encode(value));
      if (value.length > rememberedLengthMax) return hash;
      if (known.size >= rememberedMax) known.clear();
      known.set(value, hash);
      return hash;
    };
  };
  /** Codecs write the same text in different ways, so each has a memory of its own. */
  const rememberEach = (
    encode: (codec: Codec, value: string) => Uint8Array,
  ): ((codec: Codec, value: string) => Uint8Array) => {
    const byCodec = new Map<Codec, (value: string) => Uint8Array>();
    return (codec, value) => {
      let hash = byCodec.get(codec);
      if (hash === undefined) {
        hash = remember((text) => encode(codec, text));
        byCodec.set(codec, hash);
      }
      return hash(value);
    };
  };
  return {
    text: remember((value) => encoder.encode(value)),
    hex: remember(hexToBytes),
    currency: rememberEach((codec, value) => codec.encodeCurrency(value)),
    account: rememberEach((codec, value) => codec.encodeAddress(value)),
  };
}
