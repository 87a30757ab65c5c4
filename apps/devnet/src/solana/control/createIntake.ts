import type { Ledger } from '../chain/createLedger.js';
import type { Transaction } from '../wire/decodeTransaction.js';

/** Path of a transaction from the RPC to a block, with the faults of a network. */
export interface Intake {
  /** Accepts a transaction; it may or may not land. */
  submit(transaction: Transaction): void;
  /** Accepts the next transactions and never runs them. */
  drop(count: number): void;
  /** Accepts transactions from now on and holds them back. */
  hold(): void;
  /** Runs the held transactions in order and ends the hold. Expired ones never land. */
  release(): readonly string[];
}

/** Number of held transactions, at most; more are lost, as in an overloaded network. */
const heldMax = 10_000;

/** Creates an intake; by default it passes transactions on at once. */
export function createIntake(ledger: Ledger): Intake {
  const held = new Map<string, Transaction>();
  let holding = false;
  let dropping = 0;
  return {
    submit: (transaction) => {
      if (dropping > 0) {
        dropping -= 1;
        return;
      }
      if (!holding) {
        ledger.execute(transaction);
        return;
      }
      if (held.size < heldMax) held.set(transaction.signature, transaction);
    },
    drop: (count) => void (dropping = count),
    hold: () => void (holding = true),
    release: () => {
      holding = false;
      const transactions = [...held.values()];
      held.clear();
      for (const transaction of transactions) ledger.execute(transaction);
      return transactions
        .map(({ signature }) => signature)
        .filter((signature) => ledger.record(signature) !== undefined);
    },
  };
}
