import { bytesToHex, PortageError } from '@portage/core';
import { signerError } from '../errors/signerError.js';
import type { ExchangeSigner } from '../signer/exchangeSigner.js';
import { canonicalOwnerSignature } from '../transaction/canonicalOwnerSignature.js';

/**
 * Has the account's owner sign the hexadecimal text of a digest, 64 characters, by EIP-191.
 *
 * @throws PortageError `WALLET_ERROR` where the signer signs transfers alone, `WALLET_REJECTED`
 */
export async function signDigest(signer: ExchangeSigner, digest: Uint8Array): Promise<string> {
  if (signer.signOwnerText === undefined)
    throw new PortageError('WALLET_ERROR', {
      message: 'The signer signs transfers alone.',
      hint: 'Use a signer that has signOwnerText, such as keySigner.',
    });
  try {
    return canonicalOwnerSignature(await signer.signOwnerText(bytesToHex(digest).slice(2)));
  } catch (error) {
    throw signerError(error);
  }
}
