import { PortageError } from '@portage/core';
import { checkAborted, sleep, type Comparison, type TaskContext } from '@portage/core/executor';
import type { Connection, SignatureStatus } from '@solana/web3.js';
import { refusalReason } from '../errors/refusalReason.js';
import type { SentTransactions } from './createSentTransactions.js';

/** Failed reads in a row after which an endpoint is given up. */
const failuresMax = 20;
const backoffMsMax = 10_000;
/** Looks for a transaction that has landed and that an endpoint does not show. */
const looksMax = 5;
/** Milliseconds between two sendings of the same bytes. */
const resendMs = 2_000;
/** Blocks for which any blockhash is good. */
const blockhashLife = 150;

/** Connection and sent transactions that a transaction is awaited with. */
export interface ConfirmContext {
  readonly connection: Connection;
  readonly pollMs: number;
  readonly sent: SentTransactions;
  /**
   * Reads a transaction back and compares it with what was verified; undefined where that was done
   * before it was sent.
   */
  readonly readBack: (() => Promise<Comparison | undefined>) | undefined;
}

/**
 * Waits until most of the network has voted for a transaction, and sends the same signed bytes
 * again until then. It has expired only when the blocks that could hold it, by the blockhash that
 * was signed, are final and the chain's history does not know it. An endpoint that fails says
 * nothing about the transaction. One that the wallet sent by itself is read back and compared.
 *
 * @throws PortageError `TRANSACTION_REVERTED`, `TRANSACTION_EXPIRED`, `TRANSACTION_ALTERED`, and
 *   `RPC_HTTP_ERROR` when the endpoint stays away
 */
export async function confirmTransaction(
  { connection, pollMs, sent, readBack }: ConfirmContext,
  txId: string,
  { signal, onCompared }: TaskContext,
): Promise<void> {
  const known = sent.find(txId);
  let lastValidBlockHeight = known?.lastValidBlockHeight;
  let resentAt = Date.now();
  for (let failures = 0, looks = 0; ;) {
    checkAborted(signal);
    try {
      // A blockhash that the wallet or another process chose is not newer than now. The wallet may
      // see more of the chain than this endpoint, by a whole life of a blockhash at most.
      lastValidBlockHeight ??= (await connection.getBlockHeight('confirmed')) + 2 * blockhashLife;
      if (await isOver(connection, { txId, lastValidBlockHeight })) {
        const comparison = readBack === undefined ? 'same' : await readBack();
        looks += 1;
        if (comparison !== undefined || looks === looksMax) {
          onCompared?.(comparison ?? 'unclear');
          return;
        }
      }
      if (known !== undefined && Date.now() - resentAt >= resendMs) {
        resentAt = Date.now();
        await connection
          .sendRawTransaction(known.bytes, { skipPreflight: true, maxRetries: 0 })
          .catch(() => undefined);
      }
      failures = 0;
    } catch (error) {
      if (error instanceof PortageError) throw error;
      failures += 1;
      if (failures === failuresMax) {
        throw new PortageError('RPC_HTTP_ERROR', {
          message: 'The chain endpoint stopped answering.',
          hint: 'The transaction may well have landed: look it up.',
          context: { txId },
          cause: error,
        });
      }
    }
    await sleep(Math.min(pollMs * 2 ** failures, Math.max(pollMs, backoffMsMax)), signal);
  }
}

/** Transaction, and the last block that may hold it. */
interface AwaitedTransaction {
  readonly txId: string;
  readonly lastValidBlockHeight: number;
}

/** Whether the transaction has landed. @throws PortageError when it failed or never will */
async function isOver(
  connection: Connection,
  { txId, lastValidBlockHeight }: AwaitedTransaction,
): Promise<boolean> {
  // Asked before the history is, so that nothing can land in between.
  const height = await connection.getBlockHeight('finalized');
  const { value } = await connection.getSignatureStatus(txId, { searchTransactionHistory: true });
  if (value !== null && hasLanded(value)) {
    if (value.err === null) return true;
    throw new PortageError('TRANSACTION_REVERTED', {
      message: `The transaction failed: ${refusalReason(value.err)}.`,
      context: { txId, sent: true },
    });
  }
  if (value === null && height > lastValidBlockHeight) {
    throw new PortageError('TRANSACTION_EXPIRED', {
      message: 'The transaction expired before any block held it.',
      hint: 'Nothing was paid: the step can be signed again.',
      context: { txId },
    });
  }
  return false;
}

function hasLanded({ confirmationStatus }: SignatureStatus): boolean {
  return confirmationStatus === 'confirmed' || confirmationStatus === 'finalized';
}
