import { PortageError, type EvmTransactionData } from '@portage/core';
import {
  checkAborted,
  sleep,
  type ClaimedItem,
  type Submission,
  type Task,
  type TaskContext,
} from '@portage/core/executor';
import type { WalletClient } from 'viem';
import { walletError } from './walletError.js';
import { isTransactionKnown, type WatchContext } from './confirmTransaction.js';
import type { Connection, Hex, Request } from './connection.js';
import { checkFunds } from './preflight.js';
import { createReadBack, type FoundTransaction } from './readBack.js';
import { readTransaction } from './readItem.js';
import { transactionEffects } from './transactionEffects.js';

/** Some wallets never answer a question that they do not know. */
const capabilitiesMsMax = 2_000;
/** Marks the id of a batch, which is not yet a transaction. */
const batchPrefix = 'calls:';

/** Whether a submission names a batch of calls rather than a transaction. */
export function isBatch(txId: string): boolean {
  return txId.startsWith(batchPrefix);
}

/**
 * One task for several transactions, where the wallet makes them all or none (EIP-5792); undefined
 * anywhere else.
 */
export async function claimBatch(
  connection: Connection,
  items: readonly ClaimedItem[],
  pollMs: number,
): Promise<Task | undefined> {
  const parsed = items.map(({ item }) => readTransaction(item.data));
  const calls = parsed.filter((data) => data !== undefined);
  const [first] = calls;
  if (
    first === undefined ||
    calls.length < 2 ||
    calls.length !== items.length ||
    calls.some((call) => call.chainId !== first.chainId || call.from !== first.from)
  )
    return undefined;
  const { chainId } = first;
  if (
    !(await isAtomic(connection, chainId)) ||
    (await connection.address(chainId)) !== first.from.toLowerCase()
  )
    return undefined;
  return {
    effects: () => calls.flatMap(transactionEffects),
    submit: (context) => submit(connection, chainId, calls, context),
    confirm: (submission, context) =>
      submission.type === 'transaction'
        ? confirmBatch(
            { ...batchWatch(connection, chainId, pollMs), calls },
            submission.txId,
            context,
          )
        : Promise.resolve(),
    isKnown: async (submission) =>
      submission.type === 'transaction' &&
      (await isBatchKnown(batchWatch(connection, chainId, pollMs), submission.txId)),
  };
}

async function isAtomic(connection: Connection, chainId: number): Promise<boolean> {
  const wallet = connection.wallet(chainId);
  const stop = new AbortController();
  const tooLate = sleep(capabilitiesMsMax, stop.signal).then(
    () => undefined,
    () => undefined,
  );
  try {
    const account = await connection.address(chainId);
    const asked = wallet.getCapabilities({ account: hex(account), chainId });
    const capabilities = await Promise.race([asked, tooLate]);
    return capabilities?.atomic?.status === 'supported';
  } catch {
    // A wallet that does not know the question does not take batches.
    return false;
  } finally {
    stop.abort();
  }
}

async function submit(
  connection: Connection,
  chainId: number,
  calls: readonly EvmTransactionData[],
  context: TaskContext,
): Promise<Submission> {
  const { wallet, account, chain } = await connection.on(chainId);
  await Promise.all(calls.map((call) => checkFunds(connection.reader(chainId), call)));
  checkAborted(context.signal);
  try {
    const { id } = await wallet.sendCalls({
      account,
      chain,
      forceAtomic: true,
      calls: calls.map((call) => ({
        to: hex(call.to),
        data: hex(call.data),
        value: BigInt(call.value),
      })),
    });
    return { type: 'transaction', chainId, txId: `${batchPrefix}${id}` };
  } catch (error) {
    throw walletError(error);
  }
}

/** Wallet that took a batch, and the endpoint and rhythm of asking its chain. */
export interface BatchWatch extends WatchContext {
  readonly wallet: Pick<WalletClient, 'getCallsStatus'>;
}

/** Batch that is awaited, and the calls that were verified for it. */
export interface ConfirmBatchWatch extends BatchWatch {
  /** Verified calls that the transactions of the batch are compared with. */
  readonly calls: readonly EvmTransactionData[];
}

/** How the batches of a chain are watched. */
export function batchWatch(connection: Connection, chainId: number, pollMs: number): BatchWatch {
  return { wallet: connection.wallet(chainId), read: connection.reader(chainId), pollMs };
}

/**
 * Waits for the batch, and passes on the id of the transaction that it became. Only the chain says
 * what came of it: a wallet that tells of a failure without a transaction, or that forgot the
 * batch, may have sent it all the same, and the caller watches the service beside this. What it
 * sent is compared with the verified calls.
 *
 * @throws PortageError `TRANSACTION_REVERTED` where the chain says so, `TRANSACTION_ALTERED`
 */
export async function confirmBatch(
  { wallet, read, pollMs, calls }: ConfirmBatchWatch,
  txId: string,
  context: TaskContext,
): Promise<void> {
  const id = txId.slice(batchPrefix.length);
  const readBack = createReadBack({ read, calls, context });
  for (let reported: string | undefined; ;) {
    checkAborted(context.signal);
    const state = await wallet.getCallsStatus({ id }).catch(() => undefined);
    const hashes = (state?.receipts ?? []).map(({ transactionHash }) => transactionHash);
    const told = hashes.at(-1);
    const found = await readFound(read, hashes);
    const landed = endOf(found.at(-1)?.receipt);
    if (told !== undefined && (landed !== undefined || state?.status === 'success')) {
      if (told !== reported) context.onReplaced(told);
      reported = told;
      const isCompared = await readBack.look(found, true);
      if (landed === 'reverted')
        throw new PortageError('TRANSACTION_REVERTED', {
          message: 'The batch of transactions reverted.',
          context: { txId: told, sent: true },
        });
      if (isCompared) return;
    }
    await sleep(pollMs, context.signal);
  }
}

/** Whether the wallet still tells of a batch that is under way, or a chain holds it. */
export async function isBatchKnown({ wallet, read }: BatchWatch, txId: string): Promise<boolean> {
  if (!isBatch(txId)) return isTransactionKnown(read, txId);
  const id = txId.slice(batchPrefix.length);
  const state = await wallet.getCallsStatus({ id }).catch(() => undefined);
  if (state?.status === 'pending' || state?.status === 'success') return true;
  const told = state?.receipts?.at(-1)?.transactionHash;
  return told !== undefined && (await isTransactionKnown(read, told));
}

/** Transactions of a batch with their receipts, as far as the chain shows them. */
async function readFound(
  read: Request,
  hashes: readonly string[],
): Promise<readonly FoundTransaction[]> {
  return await Promise.all(
    hashes.map(async (txId) => ({
      txId,
      receipt: await read('eth_getTransactionReceipt', [txId]).catch(() => undefined),
    })),
  );
}

/** How a transaction ended by the chain's word; undefined where it tells of none. */
function endOf(receipt: unknown): 'succeeded' | 'reverted' | undefined {
  if (typeof receipt !== 'object' || receipt === null || !('status' in receipt)) return undefined;
  return receipt.status === '0x1' ? 'succeeded' : 'reverted';
}

function hex(text: string): Hex {
  return `0x${text.slice(2)}`;
}
