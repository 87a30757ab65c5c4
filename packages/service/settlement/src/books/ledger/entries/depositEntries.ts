import { accounts } from '../accounts.js';
import type { Entry, Posting } from '../createLedger.js';
import { nonZero, type AssetAmount } from './transactionEntry.js';

/** A final deposit. */
export interface BookedDeposit extends AssetAmount {
  readonly orderId: string;
  /** No signed order says where it goes: it is its owner's, or waits in suspense. */
  readonly isSuspended: boolean;
  /** Owner of what no order takes; undefined where an operator decides. */
  readonly owner?: string | undefined;
  /** Loss that the operator stood in for when a reorg took the deposit back before. */
  readonly coveredLoss: bigint;
}

/** A deposit that a reorg took back. */
export interface ReversedDeposit extends Omit<BookedDeposit, 'coveredLoss'> {
  /** Part of it that was spent already: the operator's loss. */
  readonly spent: bigint;
}

/** A deposit that moves from the order of its address to the one that was made for it. */
export interface RequotedDeposit extends AssetAmount {
  readonly fromOrderId: string;
  readonly toOrderId: string;
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Account of money that no order takes. */
export function unclaimedAccount(owner: string | undefined): string {
  return owner === undefined ? accounts.suspense : accounts.withdrawable(owner);
}

const placeOf = ({ isSuspended, orderId, owner }: Omit<BookedDeposit, 'coveredLoss'>): string =>
  isSuspended ? unclaimedAccount(owner) : accounts.escrow(orderId);

/** One posting for each account and asset, in the order in which they first come. */
function sumUp(postings: readonly Posting[]): readonly Posting[] {
  const assets = new Map<string, Map<string, bigint>>();
  for (const { account, asset, amount } of postings) {
    const sums = assets.get(asset) ?? new Map<string, bigint>();
    assets.set(asset, sums);
    sums.set(account, (sums.get(account) ?? 0n) + amount);
  }
  return [...assets].flatMap(([asset, sums]) =>
    Array.from(sums, ([account, amount]) => ({ account, asset, amount })),
  );
}

/** Ref of an entry of a deposit; each time that it becomes final is a fact of its own. */
export function depositRef(key: string, reorgCount: number): string {
  return `${key}:${String(reorgCount)}`;
}

/** Books deposits that became final together, as one entry that the first of them names. */
export function depositsEntry(ref: string, deposits: readonly BookedDeposit[]): Entry {
  const postings = deposits.flatMap((deposit): readonly Posting[] => {
    const { asset, amount, coveredLoss } = deposit;
    const returned = smaller(coveredLoss, amount);
    return [
      { account: accounts.outside, asset, amount: -amount },
      { account: accounts.pnl, asset, amount: returned },
      { account: placeOf(deposit), asset, amount: amount - returned },
    ];
  });
  return { kind: 'deposits', ref, postings: nonZero(sumUp(postings)) };
}

/** Takes a booked deposit back: what was spent of it is a loss of the operator. */
export function depositReversedEntry(ref: string, deposit: ReversedDeposit): Entry {
  const { asset, amount, spent } = deposit;
  return {
    kind: 'deposit reversed',
    ref,
    postings: nonZero([
      { account: accounts.outside, asset, amount },
      { account: accounts.pnl, asset, amount: -spent },
      { account: placeOf(deposit), asset, amount: spent - amount },
    ]),
  };
}

/** Moves a deposit to the order that was made for it. */
export function requotedEntry(
  ref: string,
  { asset, amount, fromOrderId, toOrderId }: RequotedDeposit,
): Entry {
  return {
    kind: 'requote',
    ref,
    postings: [
      { account: accounts.escrow(fromOrderId), asset, amount: -amount },
      { account: accounts.escrow(toOrderId), asset, amount },
    ],
  };
}

/** Amount that lies on an order's escrow. */
export interface OrderAmount {
  readonly orderId: string;
  readonly amount: bigint;
}

/** Money that a depositor took out of the depository itself. */
export interface BookedReclaim {
  readonly asset: string;
  /** Amounts that had neither been paid out nor paid back, by order. */
  readonly escrow: readonly OrderAmount[];
  readonly suspense: bigint;
  /** Depositor, and what it could have withdrawn. */
  readonly owner: string;
  readonly withdrawable: bigint;
  /** Part that had been earned already: the operator's loss. */
  readonly lost: bigint;
}

/** Books what a depositor took: what it had been paid for already is a loss of the operator. */
export function reclaimEntry(ref: string, reclaim: BookedReclaim): Entry {
  const { asset, escrow, suspense, owner, withdrawable, lost } = reclaim;
  const amount = escrow.reduce((sum, one) => sum + one.amount, suspense + withdrawable + lost);
  return {
    kind: 'reclaim',
    ref,
    postings: nonZero(
      sumUp([
        { account: accounts.outside, asset, amount },
        ...escrow.map((one) => ({
          account: accounts.escrow(one.orderId),
          asset,
          amount: -one.amount,
        })),
        { account: accounts.suspense, asset, amount: -suspense },
        { account: accounts.withdrawable(owner), asset, amount: -withdrawable },
        { account: accounts.pnl, asset, amount: -lost },
      ]),
    ),
  };
}
