import type { Ledger } from '../chain/createLedger.js';
import type { Transaction } from '../wire/decodeTransaction.js';

/** The way of a transaction from the RPC to a block, where the faults of a network can be had. */
export interface Intake {
  /** Takes a transaction; whether it lands is another matter. */
  submit(transaction: Transaction): void;
  /** The next transactions are taken and never run. */
  drop(count: number): void;
  /** From now on transactions are taken and kept. */
  hold(): void;
  /** Runs what is kept, in order, and keeps no more; what is too old by now never lands. */
  release(): readonly string[];
}

/**
 * How many transactions may be kept; more are lost, as in a network that has more than it can
 * carry.
 */
const heldMax = 10_000;

/** Lets transactions through at once unless told otherwise. */
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
