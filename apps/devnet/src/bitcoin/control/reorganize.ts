import { commonAncestor, type BlockNode } from '../chain/blockTree.js';
import { minedOf, type Chain } from '../chain/createChain.js';
import { feeAt } from '../mempool/entry.js';
import type { BitcoinNode } from '../node/createNode.js';
import { require } from '../reject.js';
import type { Tx } from '../transaction/readTransaction.js';
import { createConflict } from './spendAgain.js';

/** Options of a reorg; everything has a default. */
export interface ReorgOptions {
  /** Transactions of the removed blocks that vanish with all that follow them. */
  readonly leaveOut?: 'all' | readonly string[];
  /** Transactions of the removed blocks whose coins are spent otherwise, by keys of the devnet. */
  readonly spendAgain?: readonly string[];
  /** Further transactions of the first new block. */
  readonly transactions?: readonly Tx[];
}

/** Result of a reorg. */
export interface Reorg {
  /** Hash of the new tip. */
  readonly tip: string;
  /** Transactions of the removed blocks that are not in the chain any more. */
  readonly dropped: readonly string[];
  /** Transactions that spend the coins of others again. */
  readonly conflicts: readonly string[];
}

const conflictSatPerKvb = 10_000n;

/**
 * Takes a block and all that follow out of the best chain, and every older branch that would come
 * back in their place: the tip is the block before.
 *
 * @returns blocks that were marked, in their order
 */
function goBefore(chain: Chain, first: BlockNode): readonly BlockNode[] {
  const fork = first.previous;
  const marked: BlockNode[] = [];
  for (let next: BlockNode | undefined = first; next !== undefined;) {
    chain.invalidate(next);
    marked.push(next);
    if (fork === undefined || chain.tip === fork) break;
    next = chain.at(commonAncestor(chain.tip, fork).height + 1);
  }
  return marked;
}

/**
 * Replaces the newest blocks by others, one more than there were, as a longer branch does. The
 * removed transactions wait again and enter the new blocks, but for those that are left out.
 *
 * @throws Reject when the chain is shorter
 */
export function reorganize(
  { chain, mempool, miner, ...node }: BitcoinNode,
  depth: number,
  { leaveOut = [], spendAgain = [], transactions = [] }: ReorgOptions,
): Reorg {
  const first = chain.at(chain.tip.height - depth + 1);
  require(first !== undefined && first.height > 0, 'the chain has fewer blocks');
  const removed = Array.from({ length: depth }, (_, index) => chain.at(first.height + index))
    .flatMap((block) => (block === undefined ? [] : minedOf(block)))
    .filter(({ tx }) => !tx.isCoinbase);
  const conflicts = removed
    .filter(({ tx }) => spendAgain.includes(tx.id))
    .map((mined) =>
      createConflict({ chain, mempool, miner, ...node }, mined, (vsize) =>
        feeAt(conflictSatPerKvb, vsize),
      ),
    );
  const marked = goBefore(chain, first);
  for (const { tx } of removed)
    if (leaveOut === 'all' || leaveOut.includes(tx.id)) mempool.drop(tx.id);
  for (const tx of conflicts)
    for (const { outpoint } of tx.inputs) {
      const spender = mempool.spender(outpoint);
      if (spender !== undefined) mempool.drop(spender.tx.id);
    }
  for (let index = 0; index <= depth; index += 1)
    miner.mine(
      index === 0 && conflicts.length + transactions.length > 0
        ? { transactions: [...conflicts, ...transactions] }
        : {},
    );
  // The old branches are sound; they are shorter now, so they stay behind.
  for (const block of [...marked].reverse()) chain.reconsider(block);
  return {
    tip: chain.tip.hash,
    dropped: removed.flatMap(({ tx }) =>
      chain.index.transaction(tx.id) === undefined ? [tx.id] : [],
    ),
    conflicts: conflicts.map(({ id }) => id),
  };
}
