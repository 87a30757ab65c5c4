import { formatBitcoin } from '../chain/coins.js';
import { Reject, require } from '../reject.js';
import type { Tx } from '../transaction/readTransaction.js';
import { feeAt, feesOf, withAncestors, withDescendants, type MempoolEntry } from './entry.js';

/** Transaction that spends what others in the mempool spend. */
export interface Replacement {
  readonly tx: Tx;
  readonly fee: bigint;
  /** Waiting transactions with an input in common. */
  readonly conflicts: ReadonlySet<MempoolEntry>;
  /** Waiting transactions whose outputs it spends. */
  readonly parents: ReadonlySet<MempoolEntry>;
  readonly incrementalSatPerKvb: bigint;
}

/** Transactions that a replacement may evict. */
const evictedMax = 100;

/**
 * Checks a replacement by the rules of BIP125, without the signal of the replaced: every waiting
 * transaction can be replaced.
 *
 * @returns the transactions that it evicts: the conflicting ones and all that follow them
 * @throws Reject
 */
export function checkReplacement(replacement: Replacement): ReadonlySet<MempoolEntry> {
  const { tx, fee, conflicts, parents, incrementalSatPerKvb } = replacement;
  for (const ancestor of withAncestors(parents))
    require(!conflicts.has(
      ancestor,
    ), 'bad-txns-spends-conflicting-tx', `bad-txns-spends-conflicting-tx, ${tx.id} spends conflicting transaction ${ancestor.tx.id}`);
  const evicted = withDescendants(conflicts);
  requireFewEvicted(tx, evicted.size);
  requireNoNewParent(replacement);
  for (const conflict of conflicts)
    if (fee * BigInt(conflict.tx.vsize) <= conflict.fee * BigInt(tx.vsize))
      throw insufficient(
        tx,
        `new feerate ${feerate(fee, tx.vsize)} BTC/kvB <= old feerate ${feerate(conflict.fee, conflict.tx.vsize)} BTC/kvB`,
      );
  const paid = feesOf(evicted);
  if (fee < paid)
    throw insufficient(
      tx,
      `less fees than conflicting txs; ${formatBitcoin(fee)} < ${formatBitcoin(paid)}`,
    );
  const least = feeAt(incrementalSatPerKvb, tx.vsize);
  if (fee - paid < least)
    throw insufficient(
      tx,
      `not enough additional fees to relay; ${formatBitcoin(fee - paid)} < ${formatBitcoin(least)}`,
    );
  return evicted;
}

function requireFewEvicted(tx: Tx, count: number): void {
  require(count <=
    evictedMax, 'too many potential replacements', `too many potential replacements, rejecting replacement ${tx.id}; too many potential replacements (${count} > ${evictedMax})`);
}

function requireNoNewParent({ tx, conflicts, parents }: Replacement): void {
  const replaced = new Set([...conflicts].flatMap((conflict) => [...conflict.parents]));
  for (const [index, { txId }] of tx.inputs.entries())
    for (const parent of parents)
      require(parent.tx.id !== txId ||
        replaced.has(
          parent,
        ), 'replacement-adds-unconfirmed', `replacement-adds-unconfirmed, replacement ${tx.id} adds unconfirmed input, idx ${index}`);
}

function insufficient(tx: Tx, why: string): Reject {
  return new Reject('insufficient fee', `insufficient fee, rejecting replacement ${tx.id}; ${why}`);
}

/** Rate in bitcoin a kilobyte, rounded down. */
function feerate(fee: bigint, vsize: number): string {
  return formatBitcoin((fee * 1000n) / BigInt(vsize));
}
