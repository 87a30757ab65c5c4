import { hexToBytes } from '@portage/core';
import type { Codec } from '@portage/core/chain';
import type { KeccakMemory } from './createKeccakMemory.js';

/**
 * Hashes of values that many orders share: slugs, currencies, accounts and contract words.
 */
export interface LeafHashes {
  readonly text: (value: string) => Uint8Array;
  readonly hex: (value: string) => Uint8Array;
  readonly currency: (codec: Codec, value: string) => Uint8Array;
  readonly account: (codec: Codec, value: string) => Uint8Array;
}

/** Most values of each kind that are remembered. */
const rememberedMax = 4096;

/** Longest value that is remembered. Longer values are data of one order. */
const rememberedLengthMax = 200;

/** Makes the hashes of shared values. Values that were hashed before are remembered. */
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
  /** Codecs write the same text in different ways, so each has its own memory. */
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
