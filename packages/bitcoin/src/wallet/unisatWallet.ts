import { PortageError } from '@portage/core';
import type { BitcoinWallet } from './bitcoinWallet.js';

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
  return {
    address: async () => {
      const [address] = await provider.requestAccounts();
      if (address === undefined)
        throw new PortageError('WALLET_ERROR', {
          message: 'The wallet is not connected.',
          hint: 'Connect the wallet first.',
        });
      return address;
    },
    publicKey: () => provider.getPublicKey(),
    signPsbt: ({ psbt, address, inputs }) =>
      provider.signPsbt(psbt, {
        autoFinalized: false,
        toSignInputs: Array.from({ length: inputs }, (_, index) => ({ index, address })),
      }),
  };
}
