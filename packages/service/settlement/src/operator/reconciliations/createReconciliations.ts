import type { Queryable } from '@portage/database';
import {
  haltComparedChain,
  type ComparedChain,
  type ComparedHalt,
  type Halt,
} from '../../chains/haltChain.js';
import type { SettlementContext } from '../../books/context.js';
import type { LedgerChain } from '../../books/ledger/accounts.js';
import type { MovedBalances } from '../../books/ledger/entries/movedBy.js';
import type { EndedTransaction } from '../../transactions/outbox/endedTransaction.js';
import { bookDifferences, type Reconciled, type Reconciliation } from './bookDifferences.js';
import { countCapital, type InventoryCount } from './countCapital.js';
import { readBooks, type BooksReading } from './readBooks.js';
import { readDifferences, type Difference } from './readDifferences.js';
import { readReconciliations, type BookedReconciliation } from './readReconciliations.js';
import { readSuspense, type SuspendedDeposit } from '../../chains/deposits/readSuspense.js';
import { recordCounts, type Comparison } from './recordCounts.js';
import { unbookedChanges } from './unbookedChanges.js';
import { takeSuspended, type TakenSuspense } from './takeSuspended.js';

/** Comparisons of chains with the books, and what becomes of their differences. */
export interface Reconciliations {
  /** Books of a sender and its depository at one moment. */
  books(chainId: number, sender: string): Promise<BooksReading>;
  /** Changes that transactions in blocks will make once they are booked. Pure. */
  unbooked(chain: LedgerChain, sender: string, ended: readonly EndedTransaction[]): MovedBalances;
  /** Keeps a comparison; false where it no longer stands. */
  record(comparison: Comparison): Promise<boolean>;
  /** Books balances beyond the books as capital, unless a difference was booked since. */
  count(count: InventoryCount): Promise<void>;
  /**
   * Halts a chain for what is missing, and others with it, unless a difference was booked since;
   * the halts that are new.
   */
  halt(chain: ComparedChain, halt: ComparedHalt): Promise<readonly Halt[]>;
  /** Last comparison of every account of every chain. */
  differences(): Promise<readonly Difference[]>;
  /** Books the differences of a chain's last comparison, with an operator's reason. */
  book(reconciliation: Reconciliation): Promise<Reconciled>;
  /** Differences that operators have booked, newest first; at most a hundred. */
  booked(): Promise<readonly BookedReconciliation[]>;
  /** Deposits in suspense; at most a thousand. */
  suspense(): Promise<readonly SuspendedDeposit[]>;
  /** Takes a deposit in suspense for the operator's own; undefined where there is none. */
  take(taken: TakenSuspense): Promise<SuspendedDeposit | undefined>;
}

/** Makes the verbs of reconciliation. */
export function createReconciliations(
  database: Queryable,
  settlement: SettlementContext,
): Reconciliations {
  return {
    books: (chainId, sender) => readBooks(settlement, chainId, sender),
    unbooked: unbookedChanges,
    record: (comparison) => recordCounts(database, comparison),
    count: (count) => settlement.transaction((tx) => countCapital(tx, settlement, count)),
    halt: (chain, halt) => haltComparedChain(database, chain, halt),
    differences: () => readDifferences(database),
    book: (reconciliation) => bookDifferences(settlement, reconciliation),
    booked: () => readReconciliations(database),
    suspense: () => readSuspense(database),
    take: (taken) => takeSuspended(settlement, taken),
  };
}
