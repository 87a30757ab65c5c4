import type { Faults } from './control/faults.js';
import type { Accounts } from './ledger/createAccounts.js';
import type { Transactions } from './ledger/createTransactions.js';

/** The exchange in one process. */
export interface Exchange {
  readonly accounts: Accounts;
  readonly transactions: Transactions;
  readonly faults: Faults;
  /** Unix milliseconds. */
  readonly now: () => number;
}
