import { PortageError } from '@portage/core';
import type { Codec } from '@portage/core/chain';
import { depositAddress } from './addresses/depositAddress.js';
import { decodeBase58 } from './transaction/base58.js';
import { decodeAddress, encodeAddress, nativeCurrency } from './transaction/address.js';
import { decodeCall, encodeCall, instructionCall } from './transaction/instructionCall.js';

const signatureBytes = 64;
const signaturePattern = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;

/**
 * Codec of Solana: an address is 32 bytes in base58. There is no checksum, so a mistyped letter is
 * another account: the length is all that can be checked. Each text that fits stands for other
 * bytes, so what decodes is canonical.
 *
 * @example
 * ```ts
 * solanaCodec.encodeAddress('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA').length; // 32
 * ```
 */
export const solanaCodec: Codec = {
  vm: 'svm',
  nativeCurrency,
  normalizeAddress: (address) => {
    encodeAddress(address);
    return address;
  },
  encodeAddress,
  decodeAddress,
  encodeCurrency: encodeAddress,
  normalizeTransactionId: (id) => {
    if (!signaturePattern.test(id) || decodeBase58(id)?.length !== signatureBytes) {
      throw new PortageError('INVALID_REQUEST', {
        message: 'Not a Solana transaction signature.',
        hint: 'A signature is 64 bytes in base58.',
      });
    }
    return id;
  },
  encodeCall,
  decodeCall,
  instructionCall,
  depositAddress,
};
