import { accounts } from '../accounts.js';
import type { Entry } from '../createLedger.js';
import { unclaimedAccount } from './depositEntries.js';
import type { AssetAmount } from './transactionEntry.js';

/** A difference between a chain and the books that an operator has looked at. */
export interface BookedDifference extends AssetAmount {
  /** Name of the booking; the same one is booked once. */
  readonly ref: string;
  /** Sender whose inventory differs; undefined for the depository. */
  readonly sender: string | undefined;
}

/**
 * Books what a chain has beyond the books as a gain, and what it lacks as a loss. The depository's
 * loss is the operator's, and its gain waits in suspense.
 */
export function differenceEntry({ ref, sender, asset, amount }: BookedDifference): Entry {
  const isLoss = amount < 0n;
  const depository = isLoss ? accounts.pnl : accounts.suspense;
  return {
    kind: isLoss ? 'loss' : 'gain',
    ref,
    postings: [
      { account: sender === undefined ? depository : accounts.inventory(sender), asset, amount },
      { account: isLoss ? accounts.loss : accounts.gain, asset, amount: -amount },
    ],
  };
}

/** A deposit in suspense that the operator takes for its own. */
export interface TakenDeposit extends AssetAmount {
  readonly ref: string;
  readonly solver: string;
  /** Owner who could have withdrawn it; undefined where it had no owner. */
  readonly owner: string | undefined;
}

/** Books a deposit in suspense as earned by the solver, which collects it like other earnings. */
export function takenDepositEntry({ ref, solver, owner, asset, amount }: TakenDeposit): Entry {
  return {
    kind: 'suspense taken',
    ref,
    postings: [
      { account: unclaimedAccount(owner), asset, amount: -amount },
      { account: accounts.solver(solver), asset, amount },
    ],
  };
}
