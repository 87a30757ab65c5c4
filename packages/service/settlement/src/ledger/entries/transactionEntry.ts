import { accounts, ledgerAsset, type LedgerChain } from '../accounts.js';
import type { Entry, Posting } from '../createLedger.js';

/** An amount of one asset, in smallest units. */
export interface AssetAmount {
  readonly asset: string;
  readonly amount: bigint;
}

/** A transaction of ours whose end is booked. */
export interface BookedTransaction {
  readonly chain: LedgerChain;
  readonly txId: string;
  readonly sender: string;
  /**
   * Number of times that a reorg took it back: each time that it enters a block is a fact of its
   * own.
   */
  readonly reorgCount: number;
  /** Native currency that the chain took, in smallest units. */
  readonly gasCost: bigint;
}

/** Kind of the entry of a transaction of ours: its payment and its gas. */
export const transactionKind = 'payout';

/** Ref of the entry of a transaction of ours. */
export function transactionRef(chainId: number, txId: string, reorgCount: number): string {
  return `${String(chainId)}:${txId}:${String(reorgCount)}`;
}

/** Postings that move something. */
export function nonZero(postings: readonly Posting[]): readonly Posting[] {
  return postings.filter(({ amount }) => amount !== 0n);
}

/** Postings of what leaves a sender's hands, amount by amount. */
export function paidPostings(sender: string, paid: readonly AssetAmount[]): readonly Posting[] {
  return paid.flatMap(({ asset, amount }): readonly Posting[] => [
    { account: accounts.inventory(sender), asset, amount: -amount },
    { account: accounts.outside, asset, amount },
  ]);
}

/** Postings of a transaction's gas. */
export function gasPostings({ chain, sender, gasCost }: BookedTransaction): readonly Posting[] {
  const asset = ledgerAsset(chain.id, chain.native);
  return [
    { account: accounts.inventory(sender), asset, amount: -gasCost },
    { account: accounts.gas, asset, amount: gasCost },
  ];
}

/** The entry of a transaction; none where it moved nothing. */
export function transactionEntry(
  { chain, txId, reorgCount }: BookedTransaction,
  postings: readonly Posting[],
): readonly Entry[] {
  const moved = nonZero(postings);
  if (moved.length === 0) return [];
  return [
    {
      kind: transactionKind,
      ref: transactionRef(chain.id, txId, reorgCount),
      postings: moved,
      transaction: { chainId: chain.id, txId },
    },
  ];
}
