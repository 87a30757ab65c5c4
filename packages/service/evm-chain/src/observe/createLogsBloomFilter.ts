import { hexToBytes } from '@portage/core';
import { addressWord, tokenTopics, type Keccak } from '@portage/evm/abi';
import { addressesOf, topicsOf, type Contracts } from './logs.js';

/**
 * Whether a block may hold events of ours. Wrong only one way: a full bloom filter promises what is
 * not there.
 */
export type LogsBloomFilter = (logsBloom: string | undefined) => boolean;

/** Bits of a bloom filter: the digit of its hex text that holds each, and its mask there. */
type Bits = readonly { readonly digit: number; readonly mask: number }[];

/** Reads the bloom filters of block headers for our contracts and topics. */
export function createLogsBloomFilter(contracts: Contracts, keccak: Keccak): LogsBloomFilter {
  const addresses = addressesOf(contracts).map((value) => bitsOf(value, keccak));
  const topics = topicsOf(contracts).map((value) => bitsOf(value, keccak));
  const tokens = (contracts.tokens ?? []).map((value) => bitsOf(value, keccak));
  const incoming = [tokenTopics.transfer, `0x${addressWord(contracts.depository)}`].map((value) =>
    bitsOf(value, keccak),
  );
  return (logsBloom) => {
    if (logsBloom?.length !== 514) return false;
    const has = (bits: Bits): boolean =>
      bits.every(({ digit, mask }) => (Number.parseInt(logsBloom.charAt(digit), 16) & mask) !== 0);
    return (addresses.some(has) && topics.some(has)) || (tokens.some(has) && incoming.every(has));
  };
}

/**
 * Three bits of 2048, from the first three pairs of bytes of the hash; the last digit holds the
 * lowest.
 */
function bitsOf(value: string, keccak: Keccak): Bits {
  const hash = keccak(hexToBytes(value));
  return [0, 2, 4].map((at) => {
    const bit = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047;
    return { digit: 513 - (bit >> 2), mask: 1 << (bit & 3) };
  });
}
