import { keccak_256 } from '@noble/hashes/sha3';
import { PortageError, ZERO_ADDRESS, bytesToHex, hexToBytes, type Codec } from '@portage/core';
import { decodeOrderCall, encodeOrderCall } from './orderCall.js';

export { decodeOrderCall, encodeOrderCall } from './orderCall.js';

const addressPattern = /^0x[0-9a-fA-F]{40}$/;
const lowerOrUpper = /^0x(?:[0-9a-f]{40}|[0-9A-F]{40})$/;
const transactionIdPattern = /^0x[0-9a-fA-F]{64}$/;

/**
 * How EVM chains write addresses: 20 bytes, lower case inside. Mixed case is a checksum (EIP-55) and must be right.
 *
 * @example
 * ```ts
 * evmCodec.normalizeAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'); // '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
 * ```
 */
export const evmCodec: Codec = {
  vm: 'evm',
  nativeCurrency: ZERO_ADDRESS,
  normalizeAddress,
  encodeAddress: (address) => hexToBytes(normalizeAddress(address)),
  decodeAddress: (bytes) => {
    if (bytes.length !== 20) throw new PortageError('INVALID_ADDRESS', { message: `An EVM address has 20 bytes, not ${String(bytes.length)}.` });
    return bytesToHex(bytes);
  },
  encodeCurrency: (currency) => hexToBytes(normalizeAddress(currency)),
  normalizeTransactionId: (id) => {
    if (!transactionIdPattern.test(id)) {
      throw new PortageError('INVALID_REQUEST', { message: 'Not an EVM transaction hash.', hint: 'A transaction hash is 0x and 64 hex digits.' });
    }
    return id.toLowerCase();
  },
  encodeCall: encodeOrderCall,
  decodeCall: decodeOrderCall,
};

function normalizeAddress(address: string): string {
  if (!addressPattern.test(address)) {
    throw new PortageError('INVALID_ADDRESS', { message: 'Not an EVM address.', hint: 'An EVM address is 0x and 40 hex digits.' });
  }
  const lower = address.toLowerCase();
  if (!lowerOrUpper.test(address) && address !== checksumAddress(lower)) {
    throw new PortageError('INVALID_ADDRESS', {
      message: `The checksum of ${address} is wrong.`,
      hint: 'A letter was probably mistyped. Copy the address again, or write it in lower case to skip the check.',
    });
  }
  return lower;
}

/** The address with its EIP-55 checksum, from its lower-case form. */
function checksumAddress(lower: string): string {
  const hash = bytesToHex(keccak_256(lower.slice(2)));
  let text = '0x';
  for (let i = 2; i < 42; i += 1) text += (hash[i] ?? '0') >= '8' ? lower.charAt(i).toUpperCase() : lower.charAt(i);
  return text;
}
