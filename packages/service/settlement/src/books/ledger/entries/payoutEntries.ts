import { accounts, ledgerAsset, sponsorAsset } from '../accounts.js';
import type { Entry, Posting } from '../createLedger.js';
import {
  gasPostings,
  paidPostings,
  transactionEntry,
  transactionKind,
  type AssetAmount,
  type BookedTransaction,
} from './transactionEntry.js';

/** Share of a deposit that an app earns, in the asset of the deposit. */
export interface EarnedFee {
  readonly account: string;
  readonly amount: bigint;
}

/** Escrow that a fill earns: apps get their fees, the solver the rest. */
export interface Earning extends AssetAmount {
  readonly orderId: string;
  readonly solver: string;
  readonly appFees: readonly EarnedFee[];
  /** Micro-USD that a sponsor pays for the payer. */
  readonly sponsoredMicroUsd: bigint;
}

/** A fill's payment; without an earning where its deposit went back already. */
export interface BookedFill {
  /** Amounts that left the sender; none where the fill reverted. */
  readonly paid: readonly AssetAmount[];
  readonly earning: Earning | undefined;
}

/** A refund's payment. */
export interface BookedRefund {
  readonly orderId: string;
  readonly asset: string;
  /** Escrow that the refund uses up. */
  readonly credit: bigint;
  /** Amount that is paid back; the solver earns the rest for its gas. */
  readonly amount: bigint;
  readonly solver: string;
}

/** A refund that cannot be made. */
export interface UnpayableRefund extends AssetAmount {
  readonly orderId: string;
  readonly leg: string;
  /** Owner of the deposit, who may withdraw it. */
  readonly owner: string;
}

function earningPostings(earning: Earning): readonly Posting[] {
  const { orderId, asset, amount, solver, appFees, sponsoredMicroUsd } = earning;
  const fees = appFees.reduce((sum, fee) => sum + fee.amount, 0n);
  return [
    { account: accounts.escrow(orderId), asset, amount: -amount },
    { account: accounts.solver(solver), asset, amount: amount - fees },
    ...appFees.map((fee) => ({ account: accounts.appFee(fee.account), asset, amount: fee.amount })),
    { account: accounts.sponsorReserve(orderId), asset: sponsorAsset, amount: -sponsoredMicroUsd },
    { account: accounts.solver(solver), asset: sponsorAsset, amount: sponsoredMicroUsd },
  ];
}

/** Books a fill: gas, the payment out of the sender's hands, and the escrow that it earns. */
export function fillEntry(
  transaction: BookedTransaction,
  { paid, earning }: BookedFill,
): readonly Entry[] {
  return transactionEntry(transaction, [
    ...gasPostings(transaction),
    ...paidPostings(transaction.sender, paid),
    ...(earning === undefined ? [] : earningPostings(earning)),
  ]);
}

/**
 * Books a refund: gas, and the escrow that goes back to the payer. What is kept for the gas pays it
 * first where the depository paid the gas; the rest is the solver's.
 */
export function refundEntry(
  transaction: BookedTransaction,
  { orderId, asset, credit, amount, solver }: BookedRefund,
): readonly Entry[] {
  const kept = credit - amount;
  const restored = keptForGas(transaction, asset, kept);
  return transactionEntry(transaction, [
    ...gasPostings(transaction),
    { account: accounts.escrow(orderId), asset, amount: -credit },
    { account: accounts.outside, asset, amount },
    { account: accounts.pnl, asset, amount: restored },
    { account: accounts.solver(solver), asset, amount: kept - restored },
  ]);
}

/** Part of what a refund keeps that the depository is given back for the gas that it paid. */
function keptForGas(
  { chain, gasCost, gasPayer }: BookedTransaction,
  asset: string,
  kept: bigint,
): bigint {
  if (gasPayer !== 'depository' || asset !== ledgerAsset(chain.id, chain.native)) return 0n;
  return kept < gasCost ? kept : gasCost;
}

/** Books a transaction without a payment: its gas alone. */
export function gasEntry(transaction: BookedTransaction): readonly Entry[] {
  return transactionEntry(transaction, gasPostings(transaction));
}

/** Moves a deposit that cannot be paid back from its order's escrow to its owner's balance. */
export function unpayableEntry({ orderId, leg, asset, amount, owner }: UnpayableRefund): Entry {
  return {
    kind: 'unpayable',
    ref: `${orderId}:${leg}`,
    postings: [
      { account: accounts.escrow(orderId), asset, amount: -amount },
      { account: accounts.withdrawable(owner), asset, amount },
    ],
  };
}

/** A booked transaction that a reorg took back. */
export interface ReopenedTransaction {
  /** Ref of its entry. */
  readonly ref: string;
  /** Postings of its entry. */
  readonly postings: readonly Posting[];
}

/** Takes the booking of a transaction back: the opposite of every posting. */
export function reversedEntry({ ref, postings }: ReopenedTransaction): Entry {
  return {
    kind: `${transactionKind} reversed`,
    ref,
    postings: postings.map((leg) => ({ ...leg, amount: -leg.amount })),
  };
}

/** Amounts that a booked transaction took out of a sender's hands; gas is one of them. */
export function takenFrom(sender: string, postings: readonly Posting[]): readonly AssetAmount[] {
  return postings
    .filter(({ account }) => account === accounts.inventory(sender))
    .map(({ asset, amount }) => ({ asset, amount: -amount }));
}

/** Gas that a booked transaction cost its sender; undefined where none was booked. */
export function bookedGas(sender: string, postings: readonly Posting[]): bigint | undefined {
  const gas = postings.find(({ account }) => account === accounts.gas);
  const hasPaid = takenFrom(sender, postings).some(({ asset }) => asset === gas?.asset);
  return hasPaid ? gas?.amount : undefined;
}
