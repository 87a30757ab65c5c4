import { PortageError } from '@portage/core';
import { decodeBase58, encodeBase58 } from './base58.js';

/** Address that stands for SOL: the id of the system program, 32 zero bytes. */
export const nativeCurrency: string = '1'.repeat(32);

const addressBytes = 32;
/** 32 bytes have between 32 and 44 digits; longer text is refused before it is decoded. */
const addressPattern = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/**
 * The 32 bytes of an address.
 *
 * @throws PortageError `INVALID_ADDRESS`
 */
export function encodeAddress(address: string): Uint8Array {
  const bytes = addressPattern.test(address) ? decodeBase58(address) : undefined;
  if (bytes?.length !== addressBytes)
    throw new PortageError('INVALID_ADDRESS', {
      message: 'Not a Solana address.',
      hint: 'A Solana address is 32 bytes in base58.',
    });
  return bytes;
}

/**
 * The address of 32 bytes.
 *
 * @throws PortageError `INVALID_ADDRESS`
 */
export function decodeAddress(bytes: Uint8Array): string {
  if (bytes.length !== addressBytes)
    throw new PortageError('INVALID_ADDRESS', {
      message: `A Solana address has 32 bytes, not ${String(bytes.length)}.`,
    });
  return encodeBase58(bytes);
}
