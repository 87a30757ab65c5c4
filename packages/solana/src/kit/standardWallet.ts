import { PortageError } from '@portage/core';
import { checkOptions } from '@portage/core/errors';
import { PublicKey, VersionedTransaction } from '@solana/web3.js';
import type { SolanaWallet } from '../executor/wallet.js';
import { encodeBase58 } from '../transaction/base58.js';

/** An account of a wallet by the wallet standard. */
export interface StandardAccount {
  readonly address: string;
}

/** A wallet by the wallet standard, told by its features. */
export interface StandardWallet {
  readonly features: Readonly<Record<string, unknown>>;
}

/** Wallet, account and cluster that are used. */
export interface StandardWalletOptions {
  readonly wallet: StandardWallet;
  /** Account that the wallet has shown after it was connected. */
  readonly account: StandardAccount;
  /** Cluster by its name in the standard. Default `solana:mainnet`. */
  readonly chain?: string | undefined;
}

interface SignedBytes {
  readonly signedTransaction?: Uint8Array;
  readonly signature?: Uint8Array;
}
type Feature = (input: object) => Promise<readonly SignedBytes[]>;

/**
 * A wallet out of one of the wallet standard, for the executor, by the features
 * `solana:signTransaction`, `solana:signAndSendTransaction` and `solana:signMessage`.
 *
 * @example
 * ```ts
 * const connection = new Connection('https://rpc.example');
 * const wallet = standardWallet({ wallet: connected, account: shown });
 * createSolanaExecutor({ wallet, connection });
 * ```
 */
export function standardWallet(options: StandardWalletOptions): SolanaWallet {
  checkOptions(options, ['wallet', 'account']);
  const { wallet, account, chain = 'solana:mainnet' } = options;
  const [sign, send, signText] = ['signTransaction', 'signAndSendTransaction', 'signMessage'].map(
    (name) => featureOf(wallet, name),
  );
  return {
    publicKey: new PublicKey(account.address),
    ...(sign === undefined
      ? {}
      : {
          signTransaction: async (transaction) => {
            const [signed] = await sign({ account, chain, transaction: transaction.serialize() });
            return VersionedTransaction.deserialize(given(signed?.signedTransaction));
          },
        }),
    ...(send === undefined
      ? {}
      : {
          signAndSendTransaction: async (transaction) => {
            const [sent] = await send({ account, chain, transaction: transaction.serialize() });
            return { signature: encodeBase58(given(sent?.signature)) };
          },
        }),
    ...(signText === undefined
      ? {}
      : {
          signMessage: async (message) =>
            given((await signText({ account, message }))[0]?.signature),
        }),
  };
}

/** Method of a feature: it has the feature's name, and is called on it. */
function featureOf({ features }: StandardWallet, name: string): Feature | undefined {
  // The standard says what each feature of this name holds; wallets leave it untyped.
  const feature = features[`solana:${name}`] as Readonly<Record<string, Feature>> | undefined;
  const method = feature?.[name];
  return method === undefined ? undefined : (input) => method.call(feature, input);
}

/** @throws PortageError `WALLET_ERROR` where a wallet answers nothing */
function given(bytes: Uint8Array | undefined): Uint8Array {
  if (bytes === undefined)
    throw new PortageError('WALLET_ERROR', { message: 'The wallet answered no signature.' });
  return bytes;
}
