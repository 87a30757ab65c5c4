import { checkOptions } from '@portage/core/errors';
import { publicKeyOf, sign } from '../signature/index.js';
import { hashTransfer, transferOwnerText } from '../transaction/transfer.js';
import type { ExchangeSigner, OwnerAccount, OwnerClient, OwnerWallet } from './exchangeSigner.js';
import { ownerWallet } from './ownerWallet.js';

/** Key of an account, and the wallet of its owner. */
export interface KeySignerOptions {
  readonly accountIndex: number;
  readonly apiKeyIndex: number;
  /** Private key of the API key, 40 bytes. */
  readonly privateKey: Uint8Array;
  /** Wallet that owns the account. */
  readonly owner: OwnerWallet;
}

/** The same with viem's account or wallet client as owner. */
export interface ViemKeySignerOptions extends Omit<KeySignerOptions, 'owner'> {
  readonly owner: OwnerAccount | OwnerClient;
}

/**
 * Signer with an API key in memory. The owner's wallet is asked only where the receiver has another
 * owner: a wallet that signs texts, or viem's account or wallet client.
 *
 * @throws PortageError `INVALID_CONFIGURATION` for a key that is none
 * @example
 * ```ts
 * const signer = keySigner({ accountIndex: 509564, apiKeyIndex: 2, privateKey, owner });
 * ```
 */
export function keySigner(options: KeySignerOptions): ExchangeSigner;
export function keySigner(options: ViemKeySignerOptions): ExchangeSigner;
export function keySigner(options: KeySignerOptions | ViemKeySignerOptions): ExchangeSigner {
  checkOptions(options, ['accountIndex', 'apiKeyIndex', 'privateKey']);
  const { accountIndex, apiKeyIndex, privateKey, owner: given } = options;
  const owner = ownerWallet(given);
  const key = privateKey.slice();
  return {
    accountIndex,
    apiKeyIndex,
    publicKey: publicKeyOf(key),
    owner: owner.address,
    signOwnerText: (text) => owner.signMessage(text),
    signTransfer: async ({ transfer, circuitId, needsOwner }) => {
      // The owner is asked first: without its signature the key has signed nothing.
      const ownerSignature = needsOwner
        ? await owner.signMessage(transferOwnerText(transfer, circuitId))
        : undefined;
      return { signature: sign(hashTransfer(transfer, circuitId), key), ownerSignature };
    },
  };
}
