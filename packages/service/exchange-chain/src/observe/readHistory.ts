import { malformedReply, type Ask } from '@portage/chain-kit';
import type { ExchangeTransaction } from '@portage/exchange/api';
import type { TransactionReader } from '../endpoint/createTransactionReader.js';
import { calls } from '../endpoint/requests.js';

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
  /** Block back to which all transfers are read. */
  readonly first: number;
}

/** Host that is asked, and the reader of its pages. */
export interface HistorySource {
  readonly ask: Ask;
  readonly reader: Pick<TransactionReader, 'page'>;
}

/**
 * Transfers of an account in a block from `first` on, and those that have no block yet, each once.
 * Pages shift while they are read: new rows come before the others. One row out of its place is no
 * end: only a page whose rows are all older is.
 *
 * @throws PortageError `RPC_HTTP_ERROR`
 */
export async function readHistory(
  { ask, reader }: HistorySource,
  { accountIndex, first }: HistoryRange,
  signal: AbortSignal,
): Promise<readonly ExchangeTransaction[]> {
  const found = new Map<string, ExchangeTransaction>();
  let offset = 0;
  for (let page = 0; page < pagesMax; page += 1) {
    const [reply] = await ask([calls.history(accountIndex, pageSize, offset)], signal);
    const { transfers, rows, heights } = reader.page(reply);
    for (const transfer of transfers) found.set(transfer.hash, transfer);
    if (rows < pageSize || (heights.length === rows && heights.every((height) => height < first)))
      return [...found.values()].filter(({ blockHeight }) => (blockHeight ?? first) >= first);
    offset += pageSize - overlap;
  }
  throw malformedReply('history: it has no end');
}
