import { keccak_256 } from '@noble/hashes/sha3';
import { PortageError, zeroAddress, bytesToHex, hexToBytes } from '@portage/core';
import type { Codec } from '@portage/core/chain';
import { depositAddress } from './contracts/depositAddress.js';
import { decodeOrderCall, encodeOrderCall } from './contracts/orderCall.js';

export { decodeOrderCall, encodeOrderCall } from './contracts/orderCall.js';

const addressPattern = /^0x[0-9a-fA-F]{40}$/;
const lowerPattern = /^0x[0-9a-f]{40}$/;
const upperPattern = /^0x[0-9A-F]{40}$/;
const transactionIdPattern = /^0x[0-9a-fA-F]{64}$/;
const firstLetter = 'A'.charCodeAt(0);
const firstLower = 'a'.charCodeAt(0);

/** The Keccak-256 digest of text that is ASCII. */
export type TextHash = (text: string) => Uint8Array;

/**
 * How EVM chains write addresses: 20 bytes, lower case inside. Mixed case is a checksum (EIP-55)
 * and must be right.
 *
 * @example
 * ```ts
 * evmCodec.normalizeAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
 * // '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
 * ```
 */
export const evmCodec: Codec = createEvmCodec(keccak_256);

/**
 * Makes the codec over a hash of one's own; the service has a faster one than pages need.
 *
 * @example
 * ```ts
 * const codec = createEvmCodec(keccak_256);
 * ```
 */
export function createEvmCodec(hash: TextHash): Codec {
  const normalizeAddress = (address: string): string => {
    if (lowerPattern.test(address)) return address;
    if (!addressPattern.test(address)) {
      throw new PortageError('INVALID_ADDRESS', {
        message: 'Not an EVM address.',
        hint: 'An EVM address is 0x and 40 hex digits.',
      });
    }
    const lower = address.toLowerCase();
    if (!upperPattern.test(address) && !hasChecksum(address, hash(lower.slice(2)))) {
      throw new PortageError('INVALID_ADDRESS', {
        message: `The checksum of ${address} is wrong.`,
        hint: 'A letter was probably mistyped. Copy the address again, or write it in lower case to skip the check.',
      });
    }
    return lower;
  };
  return {
    vm: 'evm',
    nativeCurrency: zeroAddress,
    normalizeAddress,
    encodeAddress: (address) => hexToBytes(normalizeAddress(address)),
    decodeAddress: (bytes) => {
      if (bytes.length !== 20)
        throw new PortageError('INVALID_ADDRESS', {
          message: `An EVM address has 20 bytes, not ${String(bytes.length)}.`,
        });
      return bytesToHex(bytes);
    },
    encodeCurrency: (currency) => hexToBytes(normalizeAddress(currency)),
    normalizeTransactionId: (id) => {
      if (!transactionIdPattern.test(id)) {
        throw new PortageError('INVALID_REQUEST', {
          message: 'Not an EVM transaction hash.',
          hint: 'A transaction hash is 0x and 64 hex digits.',
        });
      }
      return id.toLowerCase();
    },
    encodeCall: encodeOrderCall,
    decodeCall: decodeOrderCall,
    depositAddress: (factory, { orderId, depositor }) =>
      depositAddress(normalizeAddress(factory), {
        orderId,
        depositor: normalizeAddress(depositor),
      }),
  };
}

/**
 * Whether each letter of an address is upper case exactly where its digit of the hash is 8 or more
 * (EIP-55).
 */
function hasChecksum(address: string, hash: Uint8Array): boolean {
  for (let digit = 0; digit < 40; digit += 1) {
    const character = address.charCodeAt(2 + digit);
    if (character < firstLetter) continue;
    const byte = hash[digit >> 1] ?? 0;
    const isHigh = (digit % 2 === 0 ? byte >> 4 : byte & 15) >= 8;
    if (isHigh !== character < firstLower) return false;
  }
  return true;
}
