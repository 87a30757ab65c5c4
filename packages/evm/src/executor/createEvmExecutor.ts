import { checkOptions } from '@portage/core/errors';
import {
  defineExecutor,
  type ClaimedItem,
  type Executor,
  type Submission,
  type TaskContext,
} from '@portage/core/executor';
import { evmCodec } from '../codec.js';
import { batchWatch, claimBatch, confirmBatch, isBatch, isBatchKnown } from './batchCalls.js';
import { confirmTransaction } from './confirmTransaction.js';
import { createConnection, type ConnectionOptions } from './connection.js';
import { readItem, type ItemData } from './readItem.js';
import { isAllowed, sendTransaction } from './sendTransaction.js';
import { signatureEffects } from './signatureEffects.js';
import { signDigest, signItem } from './signItem.js';
import { transactionEffects } from './transactionEffects.js';

/** Wallet and settings of an EVM executor. */
export interface EvmExecutorOptions extends ConnectionOptions {
  /**
   * Whether several transactions may go to the wallet as one batch (EIP-5792). Default `auto`:
   * where the wallet makes all or none.
   */
  readonly batch?: 'auto' | 'never' | undefined;
  /** Milliseconds between looks at the chain while a transaction is awaited. Default 1000. */
  readonly pollMs?: number | undefined;
}

const pollIntervalMs = 1_000;

/**
 * Performs EVM items with a viem wallet: switches the chain, tries each transaction out, asks for
 * exact approvals only, skips those that are there already, notices when the wallet replaces or
 * cancels what it sent, and compares what it sent with what was verified.
 *
 * @throws PortageError `WALLET_REJECTED`, `WALLET_ERROR`, `WRONG_CHAIN`, `TRANSACTION_REVERTED`,
 *   `TRANSACTION_CANCELLED`, `TRANSACTION_ALTERED`
 * @example
 * ```ts
 * const wallet = createWalletClient({ account, chain: base, transport: custom(ethereum) });
 * await execute(client, {
 *   quote,
 *   request,
 *   minAmountOut,
 *   executors: [createEvmExecutor({ wallet })],
 * });
 * ```
 */
export function createEvmExecutor(options: EvmExecutorOptions): Executor {
  checkOptions(options, ['wallet']);
  const connection = createConnection(options);
  const pollMs = options.pollMs ?? pollIntervalMs;
  const sendContext = { connection, pollMs };
  const confirm = async (
    submission: Submission,
    context: TaskContext,
    item: ItemData,
  ): Promise<void> => {
    if (submission.type !== 'transaction') return;
    const { chainId, txId, comparison } = submission;
    const asked =
      item.kind === 'transaction' && comparison !== 'same' ? item.transaction : undefined;
    const read = connection.reader(chainId);
    if (!isBatch(txId)) await confirmTransaction({ read, pollMs, asked }, txId, context);
    else {
      const watch = batchWatch(connection, chainId, pollMs);
      await confirmBatch({ ...watch, calls: asked === undefined ? [] : [asked] }, txId, context);
    }
  };
  return defineExecutor({
    vm: 'evm',
    codec: evmCodec,
    address: () => connection.address(),
    read: readItem,
    effects: (item) =>
      item.kind === 'transaction'
        ? transactionEffects(item.transaction)
        : signatureEffects(item.signature.sign, item.signature.plan),
    isDone: async (item) =>
      item.kind === 'transaction' &&
      (await isAllowed(connection.reader(item.transaction.chainId), item.transaction)),
    submit: (item, context) =>
      item.kind === 'transaction'
        ? sendTransaction(sendContext, item.transaction, context)
        : signItem(connection, item.signature, context),
    confirm,
    isKnown: async (submission) =>
      submission.type === 'transaction' &&
      (await isBatchKnown(batchWatch(connection, submission.chainId, pollMs), submission.txId)),
    signDigest: (digest, _, chainId) => signDigest(connection, digest, chainId),
    ...(options.batch === 'never'
      ? {}
      : { claimAll: (items: readonly ClaimedItem[]) => claimBatch(connection, items, pollMs) }),
  });
}
