import { PortageError } from '@portage/core';
import { checkAborted, sleep, type Comparison, type TaskContext } from '@portage/core/executor';
import type { Esplora } from '../esplora/createEsplora.js';
import { readOutputs, readOutspend, readPlace, type Spending } from '../esplora/readSpending.js';
import type { ReadPsbt } from '../transaction/readPsbt.js';
import { broadcast } from './broadcast.js';
import type { SentTransactions } from './createSentTransactions.js';
import { isSamePayment, paidBy } from './payments.js';

/** Failed reads in a row after which an endpoint is given up. */
const failuresMax = 20;
const backoffMsMax = 30_000;
/** Looks for a transaction that has landed and that an endpoint does not show. */
const looksMax = 5;

/** Endpoint and sent transactions that a transaction is awaited with. */
export interface ConfirmContext {
  readonly esplora: Esplora;
  readonly pollMs: number;
  /** Blocks that must hold the transaction, its own included. */
  readonly confirmations: number;
  readonly sent: SentTransactions;
  /**
   * Reads the transaction back and compares it with what was verified; undefined where that was
   * done before it was sent.
   */
  readonly readBack: (() => Promise<Comparison | undefined>) | undefined;
}

/** A transaction that was sent, with what it was to do. */
export interface AwaitedTransaction {
  readonly txId: string;
  readonly psbt: ReadPsbt | undefined;
}

/**
 * Waits until enough blocks hold a transaction. One that no node knows any more is sent again. A
 * transaction that spends the same coins and pays the same took its place, and is awaited instead;
 * one that pays anything else cancelled it as soon as a block holds it. One that the wallet sent by
 * itself is read back and compared as soon as the endpoint shows it.
 *
 * @throws PortageError `TRANSACTION_CANCELLED`, `TRANSACTION_ALTERED`, and `RPC_HTTP_ERROR` when
 *   the endpoint stays away
 */
export async function confirmTransaction(
  context: ConfirmContext,
  { txId, psbt }: AwaitedTransaction,
  task: TaskContext,
): Promise<void> {
  const { signal } = task;
  let awaited = txId;
  let comparison: Comparison | undefined = context.readBack === undefined ? 'same' : undefined;
  if (comparison !== undefined) task.onCompared?.(comparison);
  for (let failures = 0, looks = 0; ;) {
    checkAborted(signal);
    try {
      const found = await look(context, { txId: awaited, psbt }, signal);
      if (comparison === undefined) {
        comparison = await context.readBack?.();
        if (found === 'confirmed') looks += 1;
        if (looks === looksMax) comparison ??= 'unclear';
        if (comparison !== undefined) task.onCompared?.(comparison);
      }
      if (found === 'confirmed' && comparison !== undefined) return;
      if (found !== undefined && found !== 'confirmed') {
        awaited = found.replacedBy;
        task.onReplaced(awaited);
      }
      failures = 0;
    } catch (error) {
      if (error instanceof PortageError) throw error;
      checkAborted(signal);
      failures += 1;
      if (failures === failuresMax)
        throw new PortageError('RPC_HTTP_ERROR', {
          message: 'The chain endpoint stopped answering.',
          hint: 'The transaction may well have landed: look it up.',
          context: { txId: awaited },
          cause: error,
        });
    }
    const pause = Math.min(context.pollMs * 2 ** failures, Math.max(context.pollMs, backoffMsMax));
    await sleep(pause, signal);
  }
}

/** Transaction that took the place of another one. */
interface Replaced {
  readonly replacedBy: string;
}

/** One look at a transaction; undefined while it waits. */
async function look(
  context: ConfirmContext,
  awaited: AwaitedTransaction,
  signal: AbortSignal,
): Promise<'confirmed' | Replaced | undefined> {
  const { esplora, sent } = context;
  const answer = await esplora.get(`/tx/${awaited.txId}/status`, signal);
  const place = answer.status === 200 ? readPlace(answer.text) : undefined;
  if (place === undefined && answer.status !== 200 && answer.status !== 404)
    throw new Error(`The endpoint answered ${answer.status}.`);
  if (place?.height !== undefined)
    return (await isDeepEnough(context, place.height, signal)) &&
      (await isStillAt(context, { txId: awaited.txId, height: place.height }, signal))
      ? 'confirmed'
      : undefined;
  const rival = await findRival(esplora, awaited, signal);
  if (rival !== undefined) return judgeRival(esplora, { awaited, rival }, signal);
  const known = sent.find(awaited.txId);
  if (known !== undefined && (await isForgotten(esplora, awaited.txId, signal)))
    await broadcast(esplora, known, signal);
  return undefined;
}

/** Whether no node knows a transaction; its status alone says of such a one that it waits. */
export async function isForgotten(
  esplora: Esplora,
  txId: string,
  signal: AbortSignal,
): Promise<boolean> {
  return (await esplora.get(`/tx/${txId}`, signal)).status === 404;
}

/** Whether a transaction stayed in its block while the height was asked for. */
async function isStillAt(
  { esplora, confirmations }: ConfirmContext,
  { txId, height }: { readonly txId: string; readonly height: number },
  signal: AbortSignal,
): Promise<boolean> {
  if (confirmations <= 1) return true;
  const { status, text } = await esplora.get(`/tx/${txId}/status`, signal);
  return status === 200 && readPlace(text)?.height === height;
}

async function isDeepEnough(
  { esplora, confirmations }: ConfirmContext,
  height: number,
  signal: AbortSignal,
): Promise<boolean> {
  if (confirmations <= 1) return true;
  const { status, text } = await esplora.get('/blocks/tip/height', signal);
  if (status !== 200 || !/^\d{1,9}$/.test(text.trim())) throw new Error('No height was answered.');
  return Number(text) - height + 1 >= confirmations;
}

/** Another transaction that spends a coin of the awaited one. */
async function findRival(
  esplora: Esplora,
  { txId, psbt }: AwaitedTransaction,
  signal: AbortSignal,
): Promise<Spending | undefined> {
  for (const input of psbt?.inputs ?? []) {
    const path = `/tx/${input.txId}/outspend/${input.vout}`;
    const { status, text } = await esplora.get(path, signal);
    const spending = status === 200 ? readOutspend(text) : undefined;
    if (spending !== undefined && spending.txId !== txId) return spending;
  }
  return undefined;
}

/** The awaited transaction, and another one that spends its coins. */
interface Rivalry {
  readonly awaited: AwaitedTransaction;
  readonly rival: Spending;
}

async function judgeRival(
  esplora: Esplora,
  { awaited: { txId, psbt }, rival }: Rivalry,
  signal: AbortSignal,
): Promise<Replaced | undefined> {
  const { status, text } = await esplora.get(`/tx/${rival.txId}`, signal);
  const outputs = status === 200 ? readOutputs(text) : undefined;
  if (outputs === undefined || psbt === undefined) return undefined;
  const payer = psbt.inputs[0]?.script ?? new Uint8Array();
  if (isSamePayment(paidBy(outputs, payer), paidBy(psbt.outputs, payer)))
    return { replacedBy: rival.txId };
  // A rival that still waits may itself be replaced.
  if (rival.place.height === undefined) return undefined;
  throw new PortageError('TRANSACTION_CANCELLED', {
    message: 'The wallet spent the coins of the transaction for something else.',
    context: { txId, by: rival.txId },
  });
}
