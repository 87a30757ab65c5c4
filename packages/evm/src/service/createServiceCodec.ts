import type { Codec } from '@portage/core';
import { createEvmCodec } from '../codec.js';
import type { Keccak } from './spend/createKeccakHash.js';

/** Digits of an address: the only text whose checksum is asked for. */
const DIGITS = 40;

/** `evmCodec` for programs that read many addresses: the same answers, checksums by a faster hash. */
export function createServiceCodec(keccak: Keccak): Codec {
  const bytes = new Uint8Array(DIGITS);
  return createEvmCodec((text) => {
    for (let index = 0; index < DIGITS; index += 1) bytes[index] = text.charCodeAt(index);
    return keccak(bytes);
  });
}
