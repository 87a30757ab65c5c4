import type { Codec } from '@portage/core';
import { createKeccak } from '@portage/keccak';
import { createEvmCodec, type TextHash } from '../codec.js';

/** Digits of an address. */
const DIGITS = 40;

/** The fast twin of the hash of pages: the digits are written where they are hashed. Only for texts as long as an address. */
function createDigitsHash(): TextHash {
  const message = createKeccak().reserve(DIGITS);
  return (text) => {
    for (let index = 0; index < DIGITS; index += 1) message.bytes[index] = text.charCodeAt(index);
    return message.digest();
  };
}

/** `evmCodec` for programs that read many addresses: the same answers, a checksum for a tenth of the time. */
export const serviceCodec: Codec = createEvmCodec(createDigitsHash());
