import { bytesToHex, hexToBytes, PortageError, standardError } from '@portage/core';
import type { Codec } from '@portage/core/chain';

/** Bytes of an account: an ed25519 public key. */
const accountBytes = 32;

/** Address of the native currency. */
export const native: string = `tly${'0'.repeat(64)}`;

/** Account whose money is deposits. Nobody has its key. */
export const depository: string = `tly${'d0'.repeat(32)}`;

/** Addresses of Tally: `tly` and the 64 hex digits of a public key. */
export const tallyCodec: Codec = {
  vm: 'tally',
  nativeCurrency: native,
  normalizeAddress,
  encodeAddress: toBytes,
  decodeAddress: (bytes) => {
    if (bytes.length !== accountBytes)
      throw standardError('INVALID_ADDRESS', { hint: 'An account has 32 bytes.' });
    return `tly${bytesToHex(bytes).slice(2)}`;
  },
  encodeCurrency: toBytes,
  normalizeTransactionId: (id) => {
    if (!/^0x[0-9a-fA-F]{64}$/.test(id))
      throw new PortageError('INVALID_REQUEST', { message: 'A transaction id has 64 hex digits.' });
    return id.toLowerCase();
  },
};

function normalizeAddress(address: string): string {
  if (!/^tly[0-9a-f]{64}$/i.test(address))
    throw standardError('INVALID_ADDRESS', { hint: 'An address is tly and 64 hex digits.' });
  return address.toLowerCase();
}

function toBytes(address: string): Uint8Array {
  return hexToBytes(`0x${normalizeAddress(address).slice(3)}`);
}
