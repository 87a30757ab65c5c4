import { malformedReply, type Ask } from '@portage/chain-kit';
import type { ExchangeTransaction } from '@portage/exchange/api';
import { answers, calls } from '../endpoint/requests.js';

const pageSize = 100;
/**
 * Transactions that two pages share: one that leaves the list meanwhile moves the others up, and
 * none of them may fall between two pages.
 */
const overlap = 20;
const pagesMax = 1_000;

/** Part of the history of an account. */
export interface HistoryRange {
  readonly accountIndex: number;
  /** Block back to which all transactions are read. */
  readonly first: number;
}

/**
 * Transactions of an account in a block from `first` on, and those that have no block yet, each
 * once. Pages shift while they are read: new transactions come before the others.
 *
 * @throws PortageError `RPC_HTTP_ERROR`
 */
export async function readHistory(
  ask: Ask,
  { accountIndex, first }: HistoryRange,
  signal: AbortSignal,
): Promise<readonly ExchangeTransaction[]> {
  const found = new Map<string, ExchangeTransaction>();
  let offset = 0;
  for (let page = 0; page < pagesMax; page += 1) {
    const [reply] = await ask([calls.history(accountIndex, pageSize, offset)], signal);
    const transactions = answers.history(reply);
    for (const transaction of transactions) found.set(transaction.hash, transaction);
    const isEnd = transactions.length < pageSize;
    if (isEnd || transactions.some(({ blockHeight }) => (blockHeight ?? first) < first))
      return [...found.values()].filter(({ blockHeight }) => (blockHeight ?? first) >= first);
    offset += pageSize - overlap;
  }
  throw malformedReply('history: it has no end');
}
