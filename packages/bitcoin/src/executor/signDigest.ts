import { bytesToHex, PortageError } from '@portage/core';
import { walletError } from '../errors/walletError.js';
import type { BitcoinWallet } from '../wallet/bitcoinWallet.js';

/**
 * Signs the hexadecimal text of a digest, 64 characters.
 *
 * @throws PortageError `WALLET_ERROR` where the wallet signs transactions alone, `WALLET_REJECTED`
 */
export async function signDigest(wallet: BitcoinWallet, digest: Uint8Array): Promise<string> {
  if (wallet.signMessage === undefined)
    throw new PortageError('WALLET_ERROR', {
      message: 'The wallet signs no messages.',
      hint: 'Use a wallet that has signMessage.',
    });
  try {
    return bytesToHex(await wallet.signMessage(bytesToHex(digest).slice(2)));
  } catch (error) {
    throw walletError(error);
  }
}
