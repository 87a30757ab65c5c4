import { PortageError, bytesToHex, hexToBytes } from '@portage/core';
import type { Codec } from '@portage/core/chain';
import { getAddress, isAddress } from 'viem';
import type { CodecOf } from '../src/codecOf.js';

const refuse = (text: string): never => {
  throw new PortageError('INVALID_ADDRESS', { message: `Not an address: ${text}` });
};

/**
 * EVM codec of the tests: an order hashes an address as 20 raw bytes. Independent of the EVM
 * package, so that it can check it.
 */
export const evmOrderCodec: Codec = {
  vm: 'evm',
  nativeCurrency: '0x0000000000000000000000000000000000000000',
  normalizeAddress: (address) => (isAddress(address) ? address.toLowerCase() : refuse(address)),
  encodeAddress: (address) =>
    hexToBytes(isAddress(address, { strict: false }) ? address : refuse(address)),
  decodeAddress: (bytes) => getAddress(bytesToHex(bytes)).toLowerCase(),
  encodeCurrency: (currency) => hexToBytes(currency),
  normalizeTransactionId: (id) => id.toLowerCase(),
};

const index = (text: string): Uint8Array =>
  /^\d{1,15}$/.test(text)
    ? hexToBytes(`0x${BigInt(text).toString(16).padStart(32, '0')}`)
    : refuse(text);

/** Codec of the exchange: account indexes and currency ids are 16-byte big-endian integers. */
export const exchangeOrderCodec: Codec = {
  vm: 'exchange',
  nativeCurrency: '0',
  normalizeAddress: (address) => BigInt(bytesToHex(index(address))).toString(),
  encodeAddress: index,
  decodeAddress: (bytes) => BigInt(bytesToHex(bytes)).toString(),
  encodeCurrency: index,
  normalizeTransactionId: (id) => id,
};

/** Codecs by slug: the exchange for `lighter`, EVM for the others. */
export const codecOf: CodecOf = (slug) => (slug === 'lighter' ? exchangeOrderCodec : evmOrderCodec);
