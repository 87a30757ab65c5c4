import type { Coin } from '../chain/coins.js';
import type { Tx } from '../transaction/readTransaction.js';

/** Transaction that waits for a block. */
export interface MempoolEntry {
  readonly tx: Tx;
  /** Fee, satoshis. */
  readonly fee: bigint;
  /** Coins that it spends, in order. */
  readonly spent: readonly Coin[];
  /** Seconds since 1970 at its arrival. */
  readonly time: number;
  /** Height of the chain at its arrival. */
  readonly height: number;
  /** Waiting transactions whose outputs it spends. */
  readonly parents: Set<MempoolEntry>;
  /** Waiting transactions that spend its outputs. */
  readonly children: Set<MempoolEntry>;
}

/** Entries with their ancestors, themselves included. */
export function withAncestors(entries: Iterable<MempoolEntry>): Set<MempoolEntry> {
  return closure(entries, ({ parents }) => parents);
}

/** Entries with their descendants, themselves included. */
export function withDescendants(entries: Iterable<MempoolEntry>): Set<MempoolEntry> {
  return closure(entries, ({ children }) => children);
}

/** Fee of entries together, satoshis. */
export function feesOf(entries: Iterable<Pick<MempoolEntry, 'fee'>>): bigint {
  let sum = 0n;
  for (const { fee } of entries) sum += fee;
  return sum;
}

/** Virtual bytes of entries together. */
export function vsizeOf(entries: Iterable<Pick<MempoolEntry, 'tx'>>): number {
  let sum = 0;
  for (const { tx } of entries) sum += tx.vsize;
  return sum;
}

/** Fee of a size at a rate, satoshis, rounded up. */
export function feeAt(satPerKvb: bigint, vsize: number): bigint {
  return (satPerKvb * BigInt(vsize) + 999n) / 1000n;
}

function closure(
  entries: Iterable<MempoolEntry>,
  next: (entry: MempoolEntry) => Iterable<MempoolEntry>,
): Set<MempoolEntry> {
  // A set that grows while it is walked is walked to its new end.
  const found = new Set(entries);
  for (const entry of found) for (const each of next(entry)) found.add(each);
  return found;
}
