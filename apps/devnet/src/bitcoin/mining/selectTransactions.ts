import { feesOf, withAncestors, withDescendants, type MempoolEntry } from '../mempool/entry.js';
import type { Tx } from '../transaction/readTransaction.js';

/** Transaction with its waiting ancestors that are not chosen yet. */
interface Package {
  readonly entry: MempoolEntry;
  readonly fee: bigint;
  readonly weight: number;
}

/** Transactions of a block, parents first. */
export interface Selection {
  readonly transactions: readonly Tx[];
  readonly fees: bigint;
  readonly weight: number;
  /** Least rate of a chosen package, satoshis a kilobyte; undefined for none. */
  readonly leastSatPerKvb: bigint | undefined;
}

/**
 * Chooses the transactions of a block by the rate of each with its ancestors, so that a child pays
 * for its parent.
 */
export function selectTransactions(
  entries: Iterable<MempoolEntry>,
  weightMax: number,
  taken: Set<MempoolEntry> = new Set(),
): Selection {
  const packages = new Map<MempoolEntry, Package>();
  for (const entry of entries) if (!taken.has(entry)) packages.set(entry, packageOf(entry, taken));
  // The newest figures of each are in the map; older ones in the queue are passed over.
  let queue = [...packages.values()].sort(byRate);
  const transactions: Tx[] = [];
  let fees = 0n;
  let weight = 0;
  let leastSatPerKvb: bigint | undefined;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (packages.get(next.entry) !== next || weight + next.weight > weightMax) continue;
    const chosen = [...withAncestors([next.entry])].filter((entry) => !taken.has(entry)).reverse();
    for (const entry of parentsFirst(chosen)) {
      taken.add(entry);
      packages.delete(entry);
      transactions.push(entry.tx);
    }
    fees += feesOf(chosen);
    weight += next.weight;
    const rate = (next.fee * 4000n) / BigInt(next.weight);
    if (leastSatPerKvb === undefined || rate < leastSatPerKvb) leastSatPerKvb = rate;
    const changed = [...withDescendants(chosen)].filter((entry) => packages.has(entry));
    if (changed.length === 0) continue;
    for (const entry of changed) {
      const updated = packageOf(entry, taken);
      packages.set(entry, updated);
      queue.push(updated);
    }
    queue = queue.sort(byRate);
  }
  return { transactions, fees, weight, leastSatPerKvb };
}

function packageOf(entry: MempoolEntry, taken: ReadonlySet<MempoolEntry>): Package {
  const members = [...withAncestors([entry])].filter((each) => !taken.has(each));
  return {
    entry,
    fee: feesOf(members),
    weight: members.reduce((sum, { tx }) => sum + tx.weight, 0),
  };
}

function byRate(one: Package, other: Package): number {
  const left = one.fee * BigInt(other.weight);
  const right = other.fee * BigInt(one.weight);
  return left === right ? 0 : left > right ? -1 : 1;
}

function parentsFirst(entries: readonly MempoolEntry[]): readonly MempoolEntry[] {
  const left = new Set(entries);
  const ordered = new Set<MempoolEntry>();
  const visit = (entry: MempoolEntry): void => {
    if (ordered.has(entry)) return;
    for (const parent of entry.parents) if (left.has(parent)) visit(parent);
    ordered.add(entry);
  };
  for (const entry of entries) visit(entry);
  return [...ordered];
}
