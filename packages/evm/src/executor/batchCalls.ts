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
import type { Connection, Hex } from './connection.js';
import { checkFunds } from './preflight.js';
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
        ? confirmBatch(connection.wallet(chainId), submission.txId, pollMs, context)
        : Promise.resolve(),
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

/** Waits for the batch, and passes on the id of the transaction that it became. */
export async function confirmBatch(
  wallet: WalletClient,
  txId: string,
  pollMs: number,
  context: TaskContext,
): Promise<void> {
  const id = txId.slice(batchPrefix.length);
  let failures = 0;
  for (;;) {
    checkAborted(context.signal);
    const state = await wallet.getCallsStatus({ id }).catch((error: unknown) => {
      failures += 1;
      if (failures === 20) throw walletError(error);
      return undefined;
    });
    const receipt = state?.receipts?.at(-1);
    if (state?.status === 'success' && receipt !== undefined) {
      context.onReplaced(receipt.transactionHash);
      return;
    }
    if (state?.status === 'failure') {
      throw new PortageError(
        receipt === undefined ? 'TRANSACTION_CANCELLED' : 'TRANSACTION_REVERTED',
        {
          message: 'The batch of transactions failed.',
          context: { txId: receipt?.transactionHash ?? txId },
        },
      );
    }
    await sleep(pollMs, context.signal);
  }
}

function hex(text: string): Hex {
  return `0x${text.slice(2)}`;
}
