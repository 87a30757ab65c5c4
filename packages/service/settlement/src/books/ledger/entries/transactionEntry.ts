import { accounts, ledgerAsset, type LedgerChain } from '../accounts.js';
import type { Entry, Posting } from '../createLedger.js';

/** An amount of one asset, in smallest units. */
export interface AssetAmount {
  readonly asset: string;
  readonly amount: bigint;
}

/** A payment of a transaction of ours, or the transaction itself, whose end is booked. */
export interface BookedTransaction {
  readonly chain: LedgerChain;
  readonly txId: string;
  readonly sender: string;
  readonly sequence: bigint;
  /** Place among the payments of its transaction; 0 where it pays one. */
  readonly place: number;
  /**
   * Number of times that a reorg took it back: each time that it enters a block is a fact of its
   * own.
   */
  readonly reorgCount: number;
  /** Native currency that the chain took, in smallest units; the part of it that it bears. */
  readonly gasCost: bigint;
  /** Who paid that; the sender by default. */
  readonly gasPayer?: 'depository' | undefined;
}

/** Kind of the entry of a transaction of ours: its payment and its gas. */
export const transactionKind = 'payout';

/** Ref of the entry of a transaction of ours; each further payment of one has its own. */
function transactionRef({ chain, txId, reorgCount, place }: BookedTransaction): string {
  const ref = `${String(chain.id)}:${txId}:${String(reorgCount)}`;
  return place === 0 ? ref : `${ref}:${String(place)}`;
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

/** Postings of a transaction's gas; what the depository paid of it is a loss of the operator. */
export function gasPostings(transaction: BookedTransaction): readonly Posting[] {
  const { chain, sender, gasCost, gasPayer } = transaction;
  const asset = ledgerAsset(chain.id, chain.native);
  const payer = gasPayer === 'depository' ? accounts.pnl : accounts.inventory(sender);
  return [
    { account: payer, asset, amount: -gasCost },
    { account: accounts.gas, asset, amount: gasCost },
  ];
}

/** The entry of a transaction; none where it moved nothing. */
export function transactionEntry(
  transaction: BookedTransaction,
  postings: readonly Posting[],
): readonly Entry[] {
  const moved = nonZero(postings);
  const { chain, txId, sequence } = transaction;
  if (moved.length === 0) return [];
  return [
    {
      kind: transactionKind,
      ref: transactionRef(transaction),
      postings: moved,
      transaction: { chainId: chain.id, txId, sequence },
    },
  ];
}
