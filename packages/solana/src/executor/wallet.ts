import { checkOptions } from '@portage/core/errors';
import { ed25519 } from '@noble/curves/ed25519';
import type { Connection, Keypair, PublicKey, VersionedTransaction } from '@solana/web3.js';

/**
 * A wallet, in the shape that Solana's wallet adapters have. One of the three ways to sign is
 * enough. With `signTransaction` the executor has the signed bytes in hand and can send them again
 * until they land or expire; with the others the wallet sends, and the executor only watches.
 */
export interface SolanaWallet {
  readonly publicKey: PublicKey | null;
  signTransaction?(transaction: VersionedTransaction): Promise<VersionedTransaction>;
  sendTransaction?(transaction: VersionedTransaction, connection: Connection): Promise<string>;
  signAndSendTransaction?(
    transaction: VersionedTransaction,
  ): Promise<{ readonly signature: string }>;
  /** Signs bytes that are no transaction; absent where the wallet signs transactions alone. */
  signMessage?(message: Uint8Array): Promise<Uint8Array>;
}

/** A key pair is its secret and its public key, one behind the other. */
const secretBytes = 32;

/**
 * A wallet out of a key pair, for scripts and servers.
 *
 * @example
 * ```ts
 * createSolanaExecutor({
 *   wallet: keypairWallet(Keypair.generate()),
 *   connection: new Connection('https://rpc.example'),
 * });
 * ```
 */
export function keypairWallet(keypair: Keypair): SolanaWallet {
  checkOptions(keypair, ['publicKey', 'secretKey']);
  return {
    publicKey: keypair.publicKey,
    signTransaction: (transaction) => {
      transaction.sign([keypair]);
      return Promise.resolve(transaction);
    },
    signMessage: (message) =>
      Promise.resolve(ed25519.sign(message, keypair.secretKey.slice(0, secretBytes))),
  };
}
