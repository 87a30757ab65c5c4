import { PortageError, type Codec } from '@portage/core';
import { base58 } from '@scure/base';

/** The id of the system program stands for SOL: 32 zero bytes. */
const nativeAddress = '1'.repeat(32);

const addressBytes = 32;
const signatureBytes = 64;
/** 32 bytes have between 32 and 44 digits; longer text is refused before it is decoded. */
const addressPattern = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const signaturePattern = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;

/**
 * How Solana writes addresses: 32 bytes in base58. There is no checksum, so a mistyped letter is
 * another account: the length is all that can be checked.
 *
 * @example
 * ```ts
 * solanaCodec.encodeAddress('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA').length; // 32
 * ```
 */
export const solanaCodec: Codec = {
  vm: 'svm',
  nativeCurrency: nativeAddress,
  normalizeAddress: (address) => {
    decodeAddress(address);
    return address;
  },
  encodeAddress: decodeAddress,
  decodeAddress: (bytes) => {
    if (bytes.length !== addressBytes)
      throw new PortageError('INVALID_ADDRESS', {
        message: `A Solana address has 32 bytes, not ${String(bytes.length)}.`,
      });
    return base58.encode(bytes);
  },
  encodeCurrency: decodeAddress,
  normalizeTransactionId: (id) => {
    if (decode(id, signaturePattern)?.length !== signatureBytes) {
      throw new PortageError('INVALID_REQUEST', {
        message: 'Not a Solana transaction signature.',
        hint: 'A signature is 64 bytes in base58.',
      });
    }
    return id;
  },
};

function decodeAddress(address: string): Uint8Array {
  const bytes = decode(address, addressPattern);
  if (bytes?.length !== addressBytes)
    throw new PortageError('INVALID_ADDRESS', {
      message: 'Not a Solana address.',
      hint: 'A Solana address is 32 bytes in base58.',
    });
  return bytes;
}

/** Each text that fits the pattern stands for other bytes, so what decodes is canonical. */
function decode(text: string, pattern: RegExp): Uint8Array | undefined {
  return pattern.test(text) ? base58.decode(text) : undefined;
}
