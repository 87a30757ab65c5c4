import { checkOptions } from '@portage/core/errors';
import { defineExecutor, type Executor } from '@portage/core/executor';
import type { Connection } from '@solana/web3.js';
import { solanaCodec } from '../codec.js';
import { confirmTransaction } from './confirmTransaction.js';
import { createSentTransactions } from './createSentTransactions.js';
import { readBack } from './readBack.js';
import { readItem } from './readItem.js';
import { addressOf, sendTransaction } from './sendTransaction.js';
import { signDigest } from './signDigest.js';
import { transactionEffects } from './transactionEffects.js';
import type { SolanaWallet } from './wallet.js';

/** Options of {@link createSolanaExecutor}. */
export interface SolanaExecutorOptions {
  /** A wallet adapter, or `keypairWallet(…)`. */
  readonly wallet: SolanaWallet;
  /** Connection that reads the chain and sends transactions. */
  readonly connection: Connection;
  /** Signs as `depositFeePayer`, after the user and over the very same bytes. */
  readonly feePayer?: SolanaWallet | undefined;
  /** The chain's id in quotes. Default 792703809. */
  readonly chainId?: number | undefined;
  /** Milliseconds between looks at the chain while a transaction is awaited. Default 500. */
  readonly pollMs?: number | undefined;
}

const solanaChainId = 792_703_809;
const pollIntervalMs = 500;

/**
 * Performs Solana items with a wallet: puts the instructions into a version 0 message, tries it
 * out, has it signed, sends the same bytes until they land or their own blockhash has expired, and
 * says exactly what the instructions do.
 *
 * @throws PortageError `WALLET_REJECTED`, `WALLET_ERROR`, `INSUFFICIENT_FUNDS`,
 *   `SOLANA_TX_TOO_LARGE`, `TRANSACTION_REVERTED`, `TRANSACTION_EXPIRED`, `TRANSACTION_ALTERED`
 * @example
 * ```ts
 * const connection = new Connection('https://rpc.example');
 * await execute(client, {
 *   quote,
 *   request,
 *   minAmountOut,
 *   executors: [createSolanaExecutor({ wallet, connection })],
 * });
 * ```
 */
export function createSolanaExecutor(options: SolanaExecutorOptions): Executor {
  checkOptions(options, ['wallet', 'connection']);
  const { wallet, connection, feePayer } = options;
  const { chainId = solanaChainId, pollMs = pollIntervalMs } = options;
  const sent = createSentTransactions();
  const sendContext = { chainId, connection, wallet, feePayer, sent };
  return defineExecutor({
    vm: 'svm',
    codec: solanaCodec,
    // A wallet that is not connected is a rejection, never a throw.
    address: async () => Promise.resolve(addressOf(wallet)),
    read: (item) => {
      const data = readItem(item);
      return (data?.chainId ?? chainId) === chainId ? data : undefined;
    },
    effects: (data) => transactionEffects(data, chainId),
    submit: (data, context) => sendTransaction(sendContext, data, context),
    signDigest: (digest) => signDigest(wallet, digest),
    confirm: async (submission, context, asked) => {
      if (submission.type !== 'transaction') return;
      const { txId, comparison } = submission;
      // What this executor sent by itself was compared before.
      const isCompared = comparison === 'same' || sent.find(txId) !== undefined;
      const user = wallet.publicKey?.toBase58();
      const compared = isCompared
        ? undefined
        : () => readBack({ connection, chainId, txId, user, asked });
      await confirmTransaction({ connection, pollMs, sent, readBack: compared }, txId, context);
    },
  });
}
