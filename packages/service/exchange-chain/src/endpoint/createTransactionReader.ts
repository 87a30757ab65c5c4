import { describeError } from '@portage/core';
import type { RpcReply } from '@portage/chain-kit';
import {
  membersOf,
  readCount,
  readTransaction,
  type ExchangeTransaction,
  type Json,
  type StatusPolicy,
} from '@portage/exchange/api';
import { transferType } from '@portage/exchange/transaction';
import { answers } from './requests.js';

/** Page of a history: its transfers, and where its rows stand. */
export interface HistoryPage {
  /** Transfers that can be read; all other rows are left out. */
  readonly transfers: readonly ExchangeTransaction[];
  /** Rows of the page, whatever they are. */
  readonly rows: number;
  /** Blocks of the rows that have one. */
  readonly heights: readonly number[];
}

/** Reader of transactions, with the statuses of one exchange. */
export interface TransactionReader {
  /**
   * Transaction of an answer; undefined where the exchange knows none.
   *
   * @throws PortageError `RPC_HTTP_ERROR`, `INVALID_RESPONSE`
   */
  one(reply: RpcReply | undefined, hash: string): ExchangeTransaction | undefined;
  /** Page of a history. @throws PortageError `RPC_HTTP_ERROR` where it is no list */
  page(reply: RpcReply | undefined): HistoryPage;
}

/** A row that should be a transfer, and why it cannot be read as one. */
export interface OddRow {
  readonly txId: string;
  readonly fault: string;
}

/**
 * Reads transactions. One row that is none must not stop the reading of all others: it is left out,
 * and `tell` hears of each that should be a transfer, or does not say what it is.
 */
export function createTransactionReader(
  statuses: StatusPolicy,
  tell: (row: OddRow) => void,
): TransactionReader {
  const readRow = (row: Json): readonly ExchangeTransaction[] => {
    const { type, hash } = membersOf(row);
    const kind = readCount(type);
    if (kind !== undefined && kind !== transferType) return [];
    try {
      return [readTransaction(row, statuses)];
    } catch (error) {
      const txId = typeof hash === 'string' ? hash.slice(0, 80) : '';
      tell({ txId, fault: describeError(error) });
      return [];
    }
  };
  return {
    one: (reply, hash) => {
      const found = answers.transaction(reply, hash);
      return found === undefined ? undefined : readTransaction(found, statuses);
    },
    page: (reply) => {
      const rows = answers.history(reply);
      return {
        transfers: rows.flatMap(readRow),
        rows: rows.length,
        heights: rows.flatMap((row) => {
          const height = readCount(membersOf(row)['block_height']);
          return height === undefined || height === 0 ? [] : [height];
        }),
      };
    },
  };
}
