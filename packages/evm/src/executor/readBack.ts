import type { EvmTransactionData } from '@portage/core';
import { alteredTransaction, type TaskContext } from '@portage/core/executor';
import { compareSent, isSameCall, type Judgement, type Sent } from './compareSent.js';
import type { Request } from './connection.js';
import { readSentReceipt, readSentTransaction } from './sentTransaction.js';

/**
 * Looks for a transaction that has landed and that an endpoint still does not show: several
 * endpoints behind one address may know different things.
 */
const looksMax = 5;

/** Comparison of what a wallet sent with what was verified. */
export interface ReadBack {
  /**
   * One look at the transactions that the wallet named. Answers whether nothing is left to compare;
   * a read that fails is no answer, and where the transactions have landed not for long.
   *
   * @throws PortageError `TRANSACTION_ALTERED`
   */
  look(found: readonly FoundTransaction[], hasLanded: boolean): Promise<boolean>;
}

/** Transaction of a wallet, with the answer of its receipt where there is one. */
export interface FoundTransaction {
  readonly txId: string;
  readonly receipt: unknown;
}

/** Verified calls, and the endpoint that their transactions are read from. */
export interface ReadBackOptions {
  readonly read: Request;
  /** Nothing is compared where there are none. */
  readonly calls: readonly EvmTransactionData[];
  readonly context: Pick<TaskContext, 'onCompared'>;
}

/** Compares what a wallet sent for verified calls, once the chain shows it. */
export function createReadBack({ read, calls, context }: ReadBackOptions): ReadBack {
  let isOver = calls.length === 0;
  let looks = 0;
  return {
    look: async (found, hasLanded) => {
      if (isOver || found.length === 0) return isOver;
      const sent = await Promise.all(found.map(async (entry) => await readSent(read, entry)));
      const known = sent.flatMap((entry) => (entry === undefined ? [] : [entry]));
      const judgement = known.length < found.length ? undefined : judge(calls, known);
      if (typeof judgement === 'object')
        throw alteredTransaction(found.at(-1)?.txId ?? '', judgement);
      if (hasLanded) looks += 1;
      if (judgement === undefined && looks < looksMax) return false;
      isOver = true;
      context.onCompared?.(judgement ?? 'unclear');
      return true;
    },
  };
}

async function readSent(
  read: Request,
  { txId, receipt }: FoundTransaction,
): Promise<Sent | undefined> {
  const answer = await read('eth_getTransactionByHash', [txId]).catch(() => undefined);
  const transaction = readSentTransaction(answer);
  return transaction === undefined ? undefined : { transaction, receipt: readSentReceipt(receipt) };
}

/**
 * Judges all calls over all transactions: every transaction must be explained by a call, and every
 * call by a transaction.
 */
function judge(calls: readonly EvmTransactionData[], sent: readonly Sent[]): Judgement | undefined {
  const table = sent.map((entry) => calls.map((call) => compareSent(call, entry)));
  for (const [place, row] of table.entries()) {
    // A wallet may make its calls one by one.
    if (
      calls.some((call) => sent[place] !== undefined && isSameCall(call, sent[place].transaction))
    )
      continue;
    const differences = row.find((entry) => typeof entry === 'object');
    if (differences !== undefined) return differences;
  }
  if (table.some((row) => row.includes(undefined))) return undefined;
  return calls.every((_, call) => table.some((row) => row[call] === 'same')) ? 'same' : 'unclear';
}
