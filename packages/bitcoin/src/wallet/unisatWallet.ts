import { PortageError } from '@portage/core';
import { checkOptions } from '@portage/core/errors';
import type { BitcoinWallet } from './bitcoinWallet.js';
import { readSignature } from './readSignature.js';

/** Input that a wallet is asked to sign. */
export interface UnisatInput {
  readonly index: number;
  readonly address: string;
}

/** How a wallet is asked to sign. */
export interface UnisatSignOptions {
  readonly autoFinalized: boolean;
  readonly toSignInputs: readonly UnisatInput[];
}

/** A wallet in the shape of `window.unisat`. */
export interface UnisatProvider {
  requestAccounts(): Promise<readonly string[]>;
  getPublicKey(): Promise<string>;
  signPsbt(psbtHex: string, options: UnisatSignOptions): Promise<string>;
  /** Signature of a text in base64; absent in wallets that sign transactions alone. */
  signMessage?(text: string, type: 'ecdsa' | 'bip322-simple'): Promise<string>;
}

/**
 * A wallet out of `window.unisat`, or one in its shape.
 *
 * @example
 * ```ts
 * const wallet = unisatWallet(provider);
 * ```
 */
export function unisatWallet(provider: UnisatProvider): BitcoinWallet {
  checkOptions(provider);
  const readAddress = async (): Promise<string> => {
    const [address] = await provider.requestAccounts();
    if (address === undefined)
      throw new PortageError('WALLET_ERROR', {
        message: 'The wallet is not connected.',
        hint: 'Connect the wallet first.',
      });
    return address;
  };
  return {
    address: readAddress,
    publicKey: () => provider.getPublicKey(),
    signPsbt: ({ psbt, address, inputs }) =>
      provider.signPsbt(psbt, {
        autoFinalized: false,
        toSignInputs: Array.from({ length: inputs }, (_, index) => ({ index, address })),
      }),
    ...(provider.signMessage === undefined
      ? {}
      : {
          signMessage: async (message: string) =>
            readSignature(await provider.signMessage?.(message, typeOf(await readAddress()))),
        }),
  };
}

/** How the key of an address signs a text: by BIP-322, which knows no P2PKH. */
function typeOf(address: string): 'ecdsa' | 'bip322-simple' {
  return /^[1mn]/.test(address) ? 'ecdsa' : 'bip322-simple';
}
