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
}

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
  return {
    publicKey: keypair.publicKey,
    signTransaction: (transaction) => {
      transaction.sign([keypair]);
      return Promise.resolve(transaction);
    },
  };
}
