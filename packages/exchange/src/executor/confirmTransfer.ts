import { isPortageError, PortageError, type Clock } from '@portage/core';
import { checkAborted, sleep } from '@portage/core/executor';
import type { ExchangeTransaction } from '../api/answers.js';
import type { ExchangeApi } from '../api/exchangeApi.js';
import { isFailure } from '../api/statuses.js';
import { transferType } from '../transaction/transfer.js';
import type { SentTransfers } from './createSentTransfers.js';

/** Failed reads in a row after which an exchange is given up. */
const failuresMax = 20;
const backoffMsMax = 30_000;
/** Milliseconds after its expiry in which a transfer could still turn up. */
const expiryBufferMs = 60_000;

/** Exchange and sent transfers that a transfer is awaited with. */
export interface ConfirmContext {
  readonly api: ExchangeApi;
  readonly clock: Clock;
  readonly pollMs: number;
  readonly sent: SentTransfers;
  /** Compares what the exchange shows with what was verified; undefined where that was done. */
  readonly compare: ((transaction: ExchangeTransaction) => void) | undefined;
}

/**
 * Waits until a transfer has landed. One that the exchange does not know is sent again while it may
 * be taken. What the exchange shows is compared with what was verified.
 *
 * @throws PortageError `TRANSACTION_REVERTED`, `TRANSACTION_EXPIRED`, `TRANSACTION_ALTERED`, and
 *   `RPC_HTTP_ERROR` when the exchange stays away
 */
export async function confirmTransfer(
  context: ConfirmContext,
  txId: string,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; ;) {
    checkAborted(signal);
    try {
      if (await look(context, txId, signal)) return;
      failures = 0;
    } catch (error) {
      if (!isPortageError(error, 'RPC_HTTP_ERROR')) throw error;
      checkAborted(signal);
      failures += 1;
      if (failures === failuresMax)
        throw new PortageError('RPC_HTTP_ERROR', {
          message: 'The exchange stopped answering.',
          hint: 'The transfer may well have landed: look it up.',
          context: { txId },
          cause: error,
        });
    }
    const pause = Math.min(context.pollMs * 2 ** failures, Math.max(context.pollMs, backoffMsMax));
    await sleep(pause, signal);
  }
}

/** One look at a transfer: whether it landed. */
async function look(
  { api, clock, sent, compare }: ConfirmContext,
  txId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const found = await api.transaction(txId, signal);
  const known = sent.find(txId);
  if (found === undefined) {
    if (known === undefined) return false;
    if (clock.now() > known.expiredAt + expiryBufferMs)
      throw new PortageError('TRANSACTION_EXPIRED', {
        message: 'The exchange did not take the transfer in time.',
        hint: 'Ask for a new quote.',
        context: { txId },
      });
    await api.send({ type: transferType, info: known.info }, signal);
    return false;
  }
  compare?.(found);
  if (isFailure(found.status))
    throw new PortageError('TRANSACTION_REVERTED', {
      message: `The transfer is ${found.status} on the exchange.`,
      context: { txId, reason: found.status, sent: true },
    });
  return found.isFinal;
}
