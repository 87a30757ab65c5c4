import { PortageError } from '../errors/portageError.js';
import type { Codec } from './codec.js';

/** Texts of a family and their bytes. Undefined stands for what is none. */
export interface CodecDefinition extends Pick<Codec, 'vm' | 'nativeCurrency'> {
  /** Sentence about what an address looks like, as the hint to a malformed one. */
  readonly addressHint: string;
  /** Bytes of an address in any spelling that people use. */
  parseAddress(text: string): Uint8Array | undefined;
  /** The canonical text of these bytes, where they are an address. */
  printAddress(bytes: Uint8Array): string;
  /** The canonical text of a transaction id. */
  parseTransactionId(text: string): string | undefined;
}

/**
 * Makes the codec of a family without calls, whose currencies are written as its addresses are:
 * every text is read into bytes and printed from them, so two spellings of one account can never be
 * two accounts.
 *
 * @example
 * ```ts
 * export const myCodec = defineCodec({
 *   vm: 'mychain',
 *   nativeCurrency: 'my0000000000000000',
 *   addressHint: 'An address is my and 16 hex digits.',
 *   parseAddress: (text) =>
 *     /^my[0-9a-f]{16}$/i.test(text) ? hexToBytes(`0x${text.slice(2)}`) : undefined,
 *   printAddress: (bytes) => `my${bytesToHex(bytes).slice(2)}`,
 *   parseTransactionId: (text) => (/^[0-9a-f]{64}$/.test(text) ? text : undefined),
 * });
 * ```
 */
export function defineCodec(definition: CodecDefinition): Codec {
  const { vm, nativeCurrency, addressHint: hint } = definition;
  const refusal = (): PortageError =>
    new PortageError('INVALID_ADDRESS', { message: `Not an address of ${vm}.`, hint });
  const encode = (address: string): Uint8Array => {
    const bytes = definition.parseAddress(address);
    if (bytes === undefined) throw refusal();
    return bytes;
  };
  return {
    vm,
    nativeCurrency,
    normalizeAddress: (address) => definition.printAddress(encode(address)),
    encodeAddress: encode,
    decodeAddress: (bytes) => {
      const text = definition.printAddress(bytes);
      if (definition.parseAddress(text) === undefined) throw refusal();
      return text;
    },
    encodeCurrency: encode,
    normalizeTransactionId: (id) => {
      const text = definition.parseTransactionId(id);
      if (text === undefined)
        throw new PortageError('INVALID_REQUEST', { message: `Not a transaction id of ${vm}.` });
      return text;
    },
  };
}
