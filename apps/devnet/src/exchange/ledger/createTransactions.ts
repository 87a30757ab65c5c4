import type { Accounts, Movement } from './createAccounts.js';

/** Statuses of transactions, by the exchange's numbers. */
export const statuses = {
  pending: 0,
  queued: 1,
  committed: 2,
  executed: 3,
  failed: 4,
  rejected: 5,
} as const;

/** Status of a transaction. */
export type Status = (typeof statuses)[keyof typeof statuses];

/** Transaction before the exchange has it. */
export interface NewTransaction {
  readonly hash: string;
  readonly type: number;
  /** Text as the caller sent it. */
  readonly info: string;
  /** Accounts whose history shows it; the first one signed it. */
  readonly accounts: readonly number[];
  readonly nonce: number;
  readonly expiredAt: number;
  /** Money that is set apart at once. */
  readonly debits: readonly Movement[];
  /** Money that arrives when it is executed. */
  readonly credits: readonly Movement[];
  /** Transaction of an EVM chain that brought it. */
  readonly originTxId?: string;
}

/** Transaction of the exchange. */
export interface LedgerTransaction extends NewTransaction {
  readonly sequence: number;
  readonly status: Status;
  /** Block that holds it; 0 before. */
  readonly height: number;
  /** Unix milliseconds. */
  readonly queuedAt: number;
  /** Unix milliseconds; 0 before. */
  readonly executedAt: number;
}

/** All transactions, and the blocks that move them on. */
export interface Transactions {
  /** Takes a transaction. @throws Refusal where the money is not there */
  add(transaction: NewTransaction): LedgerTransaction;
  find(hash: string): LedgerTransaction | undefined;
  /** Oldest first. */
  all(): readonly LedgerTransaction[];
  /** Height of the newest block. */
  height(): number;
  /** Makes a block: every open transaction takes one step. */
  advance(): void;
  /** Ends a transaction of any status as failed or rejected, and takes its money back. */
  fail(hash: string, status: 'failed' | 'rejected'): void;
  /** Ends the next open transactions as failed or rejected when they would be executed. */
  failNext(count: number, status: 'failed' | 'rejected'): void;
}

/** Accounts and clock that transactions work with. */
export interface TransactionsContext {
  readonly accounts: Accounts;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Makes an exchange without transactions. */
export function createTransactions({ accounts, now }: TransactionsContext): Transactions {
  const list: LedgerTransaction[] = [];
  const places = new Map<string, number>();
  const failing: ('failed' | 'rejected')[] = [];
  let height = 1;
  let firstOpen = 0;
  const change = (place: number, changes: Partial<LedgerTransaction>): void => {
    const old = list[place];
    if (old !== undefined) list[place] = { ...old, ...changes };
  };
  const end = (place: number, status: 'failed' | 'rejected'): void => {
    const transaction = list[place];
    if (transaction === undefined || transaction.status >= statuses.failed) return;
    // A receiver that spent the money meanwhile owes it.
    if (transaction.status === statuses.executed)
      for (const credit of transaction.credits) accounts.debit(credit, true);
    for (const debit of transaction.debits) accounts.credit(debit);
    change(place, { status: statuses[status] });
  };
  const step = (place: number): void => {
    const transaction = list[place];
    if (transaction === undefined || transaction.status >= statuses.executed) return;
    const failure = transaction.status === statuses.committed ? failing.shift() : undefined;
    if (failure !== undefined) end(place, failure);
    else if (transaction.status === statuses.pending) change(place, { status: statuses.queued });
    else if (transaction.status === statuses.queued)
      change(place, { status: statuses.committed, height });
    else {
      for (const credit of transaction.credits) accounts.credit(credit);
      change(place, { status: statuses.executed, executedAt: now() });
    }
  };
  return {
    add: (transaction) => {
      takeAll(accounts, transaction.debits);
      const added: LedgerTransaction = {
        ...transaction,
        sequence: list.length + 1,
        status: statuses.pending,
        height: 0,
        queuedAt: now(),
        executedAt: 0,
      };
      places.set(added.hash, list.length);
      list.push(added);
      return added;
    },
    find: (hash) => list[places.get(hash) ?? -1],
    all: () => list,
    height: () => height,
    advance: () => {
      height += 1;
      for (let place = firstOpen; place < list.length; place += 1) step(place);
      while ((list[firstOpen]?.status ?? 0) >= statuses.executed) firstOpen += 1;
    },
    fail: (hash, status) => {
      const place = places.get(hash);
      if (place !== undefined) end(place, status);
    },
    failNext: (count, status) => {
      failing.push(...Array.from({ length: count }, () => status));
    },
  };
}

/** Takes every debit or none. @throws Refusal where the money is not there */
function takeAll(accounts: Accounts, debits: readonly Movement[]): void {
  const taken: Movement[] = [];
  try {
    for (const debit of debits) {
      accounts.debit(debit);
      taken.push(debit);
    }
  } catch (error) {
    for (const debit of taken) accounts.credit(debit);
    throw error;
  }
}
