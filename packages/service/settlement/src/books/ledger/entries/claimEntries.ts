import { accounts } from '../accounts.js';
import type { Entry, Posting } from '../createLedger.js';
import {
  gasPostings,
  paidPostings,
  transactionEntry,
  type AssetAmount,
  type BookedTransaction,
} from './transactionEntry.js';

/** A claim of app fees. */
export interface BookedClaim extends AssetAmount {
  readonly id: string;
  /** Account that earned it. */
  readonly wallet: string;
}

/** Kinds of the entries of a claim that moves between its wallet and itself. */
type ClaimKind = 'app fee claim' | 'app fee claim returned';

function move(
  kind: ClaimKind,
  { id, asset, amount }: BookedClaim,
  from: string,
  to: string,
): Entry {
  return {
    kind,
    ref: id,
    postings: [
      { account: from, asset, amount: -amount },
      { account: to, asset, amount },
    ],
  };
}

/** Sets apart what a wallet claims: nothing else can be paid or held of it. */
export function claimEntry(claim: BookedClaim): Entry {
  const { wallet, id } = claim;
  return move('app fee claim', claim, accounts.appFee(wallet), accounts.appFeeClaim(wallet, id));
}

/** Gives a wallet back what it claimed and was not paid; once a claim. */
export function claimReturnEntry(claim: BookedClaim): Entry {
  const { wallet, id } = claim;
  const own = accounts.appFee(wallet);
  return move('app fee claim returned', claim, accounts.appFeeClaim(wallet, id), own);
}

/**
 * Postings that give the amount set apart to the solver, which has paid the claim out of its
 * inventory.
 */
function earnedPostings({ id, wallet, asset, amount }: BookedClaim, solver: string): Posting[] {
  return [
    { account: accounts.appFeeClaim(wallet, id), asset, amount: -amount },
    { account: accounts.solver(solver), asset, amount },
  ];
}

/** Books the payment of a claim: its gas, the payment, and the earnings that change hands. */
export function claimPaidEntry(
  transaction: BookedTransaction,
  claim: BookedClaim,
): readonly Entry[] {
  const { sender } = transaction;
  return transactionEntry(transaction, [
    ...gasPostings(transaction),
    ...paidPostings(sender, [claim]),
    ...earnedPostings(claim, sender),
  ]);
}

/**
 * Books a claim that a transaction which the books have lost has paid; `transaction` paid nothing
 * but its own gas.
 */
export function claimEarnedEntry(
  transaction: BookedTransaction,
  claim: BookedClaim,
): readonly Entry[] {
  return transactionEntry(transaction, [
    ...gasPostings(transaction),
    ...earnedPostings(claim, transaction.sender),
  ]);
}

/** Books the payment of a claim that was made before the books were put back to an older state. */
export function claimMadeEntry(claim: BookedClaim, sender: string): Entry {
  return {
    kind: 'app fee claim made',
    ref: claim.id,
    postings: [...paidPostings(sender, [claim]), ...earnedPostings(claim, sender)],
  };
}
