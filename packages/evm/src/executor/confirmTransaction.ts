import { PortageError, type EvmTransactionData } from '@portage/core';
import { checkAborted, sleep, type TaskContext } from '@portage/core/executor';
import type { Request } from './connection.js';
import { createReadBack } from './readBack.js';

/** Failed reads in a row after which an endpoint is given up. */
const failuresMax = 20;
const backoffMsMax = 10_000;
/** Blocks searched for a replacement in one go. */
const searchBlocks = 64;

/** Endpoint and rhythm of waiting for a transaction. */
export interface WatchContext {
  readonly read: Request;
  readonly pollMs: number;
}

/** Transaction that is awaited, and the call that was verified for it. */
export interface ConfirmWatch extends WatchContext {
  /** Verified call that the transaction is compared with; undefined where that was done already. */
  readonly asked: EvmTransactionData | undefined;
}

/** Members of a transaction by which a replacement is found. */
interface SentTransaction {
  readonly from: string;
  readonly nonce: bigint;
  readonly content: string;
  /** Height at which the search for a replacement goes on. */
  searchFrom: bigint;
}

/**
 * Waits until a transaction is part of its chain. A wallet may send it again with another fee,
 * which is passed on, or use up its nonce for something else, which is an error. What it sent is
 * read back and compared with what was verified. An endpoint that fails says nothing about the
 * transaction.
 *
 * @throws PortageError `TRANSACTION_REVERTED`, `TRANSACTION_CANCELLED`, `TRANSACTION_ALTERED`, and
 *   `RPC_HTTP_ERROR` when the endpoint stays away
 */
export async function confirmTransaction(
  watch: ConfirmWatch,
  txId: string,
  context: TaskContext,
): Promise<void> {
  const { read, pollMs, asked } = watch;
  const readBack = createReadBack({ read, calls: asked === undefined ? [] : [asked], context });
  let sent: SentTransaction | undefined;
  let failures = 0;
  for (let current = txId; ;) {
    checkAborted(context.signal);
    try {
      const receipt = await readRecord(read, 'eth_getTransactionReceipt', [current]);
      const isCompared = await readBack.look([{ txId: current, receipt }], receipt !== undefined);
      if (receipt !== undefined) {
        judge(receipt, current);
        if (isCompared) return;
        await sleep(pollMs, context.signal);
        continue;
      }
      sent ??= await readSent(read, current);
      const other = sent === undefined ? undefined : await findReplacement(read, sent);
      if (other !== undefined && other.hash !== current) {
        if (other.content !== sent?.content) throw cancelled(current, other.hash);
        current = other.hash;
        context.onReplaced(current);
        continue;
      }
      failures = 0;
    } catch (error) {
      if (error instanceof PortageError) throw error;
      failures += 1;
      if (failures === failuresMax) {
        throw new PortageError('RPC_HTTP_ERROR', {
          message: 'The chain endpoint stopped answering.',
          hint: 'The transaction may well be mined: look it up.',
          context: { txId: current },
          cause: error,
        });
      }
    }
    await sleep(Math.min(pollMs * 2 ** failures, Math.max(pollMs, backoffMsMax)), context.signal);
  }
}

/** Whether an endpoint knows a transaction, in a block or waiting for one. */
export async function isTransactionKnown(read: Request, txId: string): Promise<boolean> {
  return (await readRecord(read, 'eth_getTransactionByHash', [txId])) !== undefined;
}

function judge(receipt: Readonly<Record<string, unknown>>, txId: string): void {
  if (receipt['status'] === '0x1') return;
  throw new PortageError('TRANSACTION_REVERTED', {
    message: 'The transaction reverted.',
    context: { txId, sent: true },
  });
}

function cancelled(txId: string, by: string): PortageError {
  return new PortageError('TRANSACTION_CANCELLED', {
    message: 'The wallet used up the nonce of the transaction for another one.',
    context: { txId, by },
  });
}

async function readSent(read: Request, txId: string): Promise<SentTransaction | undefined> {
  const transaction = await readRecord(read, 'eth_getTransactionByHash', [txId]);
  if (transaction === undefined) return undefined;
  const height = BigInt(String(await read('eth_blockNumber', [])));
  return {
    from: lower(transaction['from']),
    nonce: BigInt(String(transaction['nonce'])),
    content: contentOf(transaction),
    searchFrom: height,
  };
}

/** The mined transaction that used the nonce, once the chain has gone past it. */
async function findReplacement(
  read: Request,
  sent: SentTransaction,
): Promise<{ readonly hash: string; readonly content: string } | undefined> {
  const count = BigInt(String(await read('eth_getTransactionCount', [sent.from, 'latest'])));
  if (count <= sent.nonce) return undefined;
  const latest = BigInt(String(await read('eth_blockNumber', [])));
  const last =
    latest < sent.searchFrom + BigInt(searchBlocks)
      ? latest
      : sent.searchFrom + BigInt(searchBlocks);
  for (let height = sent.searchFrom; height <= last; height += 1n) {
    const block = await readRecord(read, 'eth_getBlockByNumber', [
      `0x${height.toString(16)}`,
      true,
    ]);
    const transactions: readonly unknown[] = Array.isArray(block?.['transactions'])
      ? block['transactions']
      : [];
    const found = transactions
      .filter(isRecord)
      .find(
        (entry) =>
          lower(entry['from']) === sent.from && BigInt(String(entry['nonce'])) === sent.nonce,
      );
    if (found !== undefined) return { hash: lower(found['hash']), content: contentOf(found) };
  }
  sent.searchFrom = last;
  return undefined;
}

/** To whom, how much and what: what stays when only the fee changes. */
function contentOf(transaction: Readonly<Record<string, unknown>>): string {
  return `${lower(transaction['to'])}/${BigInt(String(transaction['value'])).toString()}/${lower(transaction['input'] ?? transaction['data'])}`;
}

async function readRecord(
  read: Request,
  method: string,
  params: readonly unknown[],
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const value = await read(method, params);
  return isRecord(value) ? value : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function lower(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : '';
}
