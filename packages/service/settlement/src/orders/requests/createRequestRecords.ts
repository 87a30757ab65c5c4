import type { Queryable, Transaction } from '@portage/database';
import { readRequestAddresses, type RequestAddress } from '../addresses/readRequestAddresses.js';
import { readCurrencies } from './currencies.js';
import {
  readFailedTransactions,
  readRequestBooks,
  type FailedTransaction,
  type RequestBooks,
} from './readRequestBooks.js';
import { readFastFilledOrders } from './readFastFilledOrders.js';
import { readFollowed, type FollowedRequest } from './readFollowed.js';
import { readOpenSenders, type SenderSearch } from './readOpenSenders.js';
import { readPayoutTimes, type PayoutTime } from './readPayoutTimes.js';
import {
  readRefunds,
  readRequestTransactions,
  readStoredOrders,
  type RequestTransaction,
  type StoredOrder,
} from './readRequestFacts.js';
import { readWithdrawableOrders } from './readWithdrawableOrders.js';
import type { StoredRequest } from './storedRequest.js';

/** A request with the facts about it that are kept elsewhere. */
export interface RequestFacts {
  readonly request: StoredRequest;
  /** The promise behind it; undefined where the order is unknown. */
  readonly order: StoredOrder | undefined;
  /** Its deposit address, or the one through which it was paid. */
  readonly address: RequestAddress | undefined;
  /** Transactions of the order that were seen in blocks, oldest first. */
  readonly transactions: readonly RequestTransaction[];
  /** Bookings of its transactions; undefined before the first one. */
  readonly books: RequestBooks | undefined;
  /** The last of its transactions that reverted. */
  readonly failed: FailedTransaction | undefined;
  /** Whether a deposit of it, or a part of one, is its owner's to withdraw. */
  readonly isWithdrawable: boolean;
  /** Whether an app stands, or stood, for its deposit by a fast fill. */
  readonly isFastFill: boolean;
}

/** Records of requests, orders and the currencies that quotes showed. */
export interface RequestRecords {
  /** The order of this id, also one that was only quoted; with `tx`, as the transaction sees it. */
  order(orderId: string, tx?: Transaction): Promise<StoredOrder | undefined>;
  /** Facts about each of these requests, in the same order. */
  facts(requests: readonly StoredRequest[]): Promise<readonly RequestFacts[]>;
  /** Payments that went back of an order, oldest first: also those beside its fill. */
  refunds(orderId: string): Promise<readonly Pick<RequestTransaction, 'txId' | 'account'>[]>;
  /** Times of the payouts of the last hour, by pair of chains. */
  payoutTimes(): Promise<readonly PayoutTime[]>;
  /**
   * Payers of plain transfers, and of swaps where they are asked for, that were quoted on a chain
   * and that no transaction has begun: at most a thousand, the newest first.
   */
  openSenders(search: SenderSearch): Promise<readonly string[]>;
  /** Those of `ids` to which something has happened, with whom they have to do. */
  followed(ids: readonly string[]): Promise<readonly FollowedRequest[]>;
  /** Parsed contents of the currencies that exist among `ids`. */
  currencies(ids: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
}

/** Makes the verbs of requests' records. */
export function createRequestRecords(database: Queryable): RequestRecords {
  return {
    order: async (orderId, tx) => (await readStoredOrders(tx ?? database, [orderId])).get(orderId),
    facts: (requests) => readFacts(database, requests),
    refunds: (orderId) => readRefunds(database, orderId),
    payoutTimes: () => readPayoutTimes(database),
    openSenders: (search) => readOpenSenders(database, search),
    followed: (ids) => readFollowed(database, ids),
    currencies: (ids) => readCurrencies(database, ids),
  };
}

async function readFacts(
  database: Queryable,
  requests: readonly StoredRequest[],
): Promise<readonly RequestFacts[]> {
  const orderIds = requests.map(({ orderId }) => orderId);
  const [orders, transactions, addresses, books, failed, withdrawable, fast] = await Promise.all([
    readStoredOrders(database, orderIds),
    readRequestTransactions(database, orderIds),
    readRequestAddresses(database, orderIds),
    readRequestBooks(database, orderIds),
    readFailedTransactions(database, orderIds),
    readWithdrawableOrders(database, orderIds),
    readFastFilledOrders(database, orderIds),
  ]);
  return requests.map((request) => ({
    request,
    order: orders.get(request.orderId),
    address: addresses.get(request.orderId),
    transactions: transactions.filter(({ orderId }) => orderId === request.orderId),
    books: books.get(request.orderId),
    failed: failed.get(request.orderId),
    isWithdrawable: withdrawable.has(request.orderId),
    isFastFill: fast.has(request.orderId),
  }));
}
