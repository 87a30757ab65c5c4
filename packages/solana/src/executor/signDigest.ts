import { bytesToHex, PortageError } from '@portage/core';
import { walletError } from '../errors/walletError.js';
import type { SolanaWallet } from './wallet.js';

/**
 * Signs the hexadecimal text of a digest, 64 characters.
 *
 * @throws PortageError `WALLET_ERROR` where the wallet signs transactions alone, `WALLET_REJECTED`
 */
export async function signDigest(wallet: SolanaWallet, digest: Uint8Array): Promise<string> {
  if (wallet.signMessage === undefined)
    throw new PortageError('WALLET_ERROR', {
      message: 'The wallet signs no messages.',
      hint: 'Use a wallet that has signMessage.',
    });
  try {
    const text = new TextEncoder().encode(bytesToHex(digest).slice(2));
    return bytesToHex(await wallet.signMessage(text));
  } catch (error) {
    throw walletError(error);
  }
}
