import { bytesToHex, hexToBytes } from '@portage/core';
import type { Owners } from '@portage/core/chain';
import { isMessageSigned, type BitcoinNetwork } from '@portage/bitcoin/message';

/** A witness of one key is far shorter. */
const signaturePattern = /^0x(?:[0-9a-fA-F]{2}){64,200}$/;

/**
 * Checks signatures of wallets over a digest: BIP-137 or BIP-322 over the 64 characters of its
 * hexadecimal text.
 */
export function createOwners(network: BitcoinNetwork): Owners {
  return {
    verify: async ({ account: address, digest, signature }) =>
      signaturePattern.test(signature) &&
      isMessageSigned({
        address,
        network,
        message: bytesToHex(digest).slice(2),
        signature: hexToBytes(signature),
      }),
  };
}
