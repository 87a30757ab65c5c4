import type { Codec } from '@portage/core/chain';
import { createEvmCodec } from '@portage/evm/codec';
import type { Keccak } from '@portage/evm/abi';

/** Digits of an address: the only text whose checksum is asked for. */
const digits = 40;

/** Spellings that are remembered at the least; at the most it is twice as many. */
const rememberedMax = 4_096;

/**
 * `evmCodec` for programs that read many addresses: the same answers, checksums by a faster hash,
 * and not again for spellings that came lately. A wallet spells its address alike with every quote
 * that it asks for.
 */
export function createServiceCodec(keccak: Keccak): Codec {
  const bytes = new Uint8Array(digits);
  const codec = createEvmCodec((text) => {
    for (let index = 0; index < digits; index += 1) bytes[index] = text.charCodeAt(index);
    return keccak(bytes);
  });
  let recent = new Map<string, string>();
  let older = new Map<string, string>();
  return {
    ...codec,
    normalizeAddress: (address) => {
      const known = recent.get(address);
      if (known !== undefined) return known;
      const canonical = older.get(address) ?? codec.normalizeAddress(address);
      // What needed no checksum is judged as fast as it is looked up.
      if (canonical === address) return canonical;
      if (recent.size === rememberedMax) [recent, older] = [new Map<string, string>(), recent];
      recent.set(address, canonical);
      return canonical;
    },
  };
}
