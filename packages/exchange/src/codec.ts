import { bytesToHex, hexToBytes, PortageError } from '@portage/core';
import type { Codec } from '@portage/core/chain';
import { readAccountIndex } from './bounds.js';
import { nativeCurrency } from './currencies.js';

export { assetOf, currencyOf, type ExchangeAsset } from './currencies.js';

/** Bytes of an account or a currency in an order: an integer, highest byte first. */
const integerBytes = 16;
const transactionIdPattern = /^(?:0x)?[0-9a-fA-F]{80}$/;

function encode(text: string): Uint8Array {
  const digits = readAccountIndex(text).toString(16);
  return hexToBytes(`0x${digits.padStart(2 * integerBytes, '0')}`);
}

/**
 * Codec of the exchange. An address is the index of an account in decimals, a currency the id of an
 * asset on a route; both are integers of 16 bytes in an order. A transaction id is the hash of the
 * transaction, 80 hex digits.
 *
 * @example
 * ```ts
 * exchangeCodec.encodeAddress('723071').length; // 16
 * ```
 */
export const exchangeCodec: Codec = {
  vm: 'lvm',
  nativeCurrency,
  normalizeAddress: (address) => readAccountIndex(address).toString(),
  encodeAddress: encode,
  decodeAddress: (bytes) => {
    if (bytes.length !== integerBytes)
      throw new PortageError('INVALID_ADDRESS', {
        message: `An account of the exchange has ${integerBytes} bytes in an order.`,
      });
    return readAccountIndex(BigInt(bytesToHex(bytes)).toString()).toString();
  },
  encodeCurrency: encode,
  normalizeTransactionId: (id) => {
    if (!transactionIdPattern.test(id))
      throw new PortageError('INVALID_REQUEST', {
        message: 'Not a transaction of the exchange.',
        hint: 'An id is the hash of a transaction, 80 hex digits.',
      });
    return id.replace(/^0x/, '').toLowerCase();
  },
};
