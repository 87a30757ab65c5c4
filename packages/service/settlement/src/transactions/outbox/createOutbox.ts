import type { SignedTransaction } from '@portage/core/chain';
import type { Queryable, Transaction } from '@portage/database';
import type { SettlementContext } from '../../books/context.js';
import {
  mayOutboxHaveNews,
  readOutbox,
  summarizeOutbox,
  type NewsSince,
  type OutboxRow,
  type OutboxSummary,
} from './readOutbox.js';
import {
  recordFills,
  recordPayouts,
  recordRepeated,
  type RepeatedTransactions,
  type SentTransactions,
} from './recordPayouts.js';
import {
  countUnusedSequences,
  readOldestOpen,
  storeGap,
  type OldestOpen,
  type SequenceRange,
} from './sequenceGap.js';
import { lockOpen } from './lockOpen.js';
import { storeReplacement, type Replacement } from './storeReplacement.js';

/** Signed transactions, stored before they are sent. */
export interface Outbox {
  /** Open ones of a sender, in the order of their sequences. */
  open(chainId: number, sender: string, limit: number): Promise<readonly OutboxRow[]>;
  /** Whether there may be news of an open one. */
  mayHaveNews(chainId: number, sender: string, since: NewsSince): Promise<boolean>;
  summary(chainId: number, sender: string): Promise<OutboxSummary>;
  /** Records that transactions were given to their chain for the first time. */
  recordPayouts(sent: SentTransactions): Promise<void>;
  /** Records what a chain said of bytes that were sent once more. */
  recordRepeated(repeated: RepeatedTransactions): Promise<void>;
  /** Records that fills of orders were given to their chain. */
  recordFills(orderIds: readonly string[]): Promise<void>;
  /**
   * Every transaction of a sender that may still land, in the order of their sequences; no other
   * process receives them before `tx` ends. For senders whose coins must be spent once.
   */
  lockOpen(tx: Transaction, chainId: number, sender: string): Promise<readonly SignedTransaction[]>;
  /**
   * Stores bytes that outbid a transaction, and answers with what is to be sent: they, or the
   * transaction itself where nothing takes its place; undefined where another process was first.
   */
  storeReplacement(replacement: Replacement): Promise<SignedTransaction | undefined>;
  /** The open transaction that all others of a sender wait for. */
  oldestOpen(chainId: number, sender: string): Promise<OldestOpen | undefined>;
  /** Number of sequences in a range that no transaction of ours ever had. */
  countUnused(chainId: number, sender: string, range: SequenceRange): Promise<bigint>;
  /**
   * Stores transactions without a payment under sequences that no transaction of ours has; the
   * answer is those that were stored.
   */
  storeGap(
    chainId: number,
    transactions: readonly SignedTransaction[],
  ): Promise<readonly SignedTransaction[]>;
}

/** Makes the verbs of the outbox. */
export function createOutbox(
  database: Queryable,
  settlement: Pick<SettlementContext, 'transaction' | 'hub'>,
): Outbox {
  return {
    open: (chainId, sender, limit) => readOutbox(database, chainId, sender, limit),
    mayHaveNews: (chainId, sender, since) => mayOutboxHaveNews(database, chainId, sender, since),
    summary: (chainId, sender) => summarizeOutbox(database, chainId, sender),
    recordPayouts: (sent) => recordPayouts(settlement, sent),
    recordRepeated: (repeated) => recordRepeated(settlement, repeated),
    recordFills: (orderIds) => recordFills(settlement, orderIds),
    lockOpen,
    storeReplacement: (replacement) => storeReplacement(settlement, replacement),
    oldestOpen: (chainId, sender) => readOldestOpen(database, chainId, sender),
    countUnused: (chainId, sender, range) => countUnusedSequences(database, chainId, sender, range),
    storeGap: (chainId, transactions) =>
      settlement.transaction((tx) => storeGap(tx, chainId, transactions)),
  };
}
