import { consensus, genesisHex } from '../parameters.js';
import { Reject, require } from '../reject.js';
import { readTransaction, type Tx } from '../transaction/readTransaction.js';
import { createBlock, readHeader, type ReadBlock } from './block.js';
import {
  commonAncestor,
  createBlockTree,
  medianTimePast,
  type BlockNode,
  type BlockTree,
} from './blockTree.js';
import { createChainIndex, type ChainIndex, type MinedTx } from './chainIndex.js';
import { checkBlock } from './checkBlock.js';
import { checkSpend, sumOf, type Coin, type ScriptChecker, type SpendContext } from './coins.js';

/** Change of the best chain. */
export interface ChainChange {
  /** Blocks that left the best chain, newest first. */
  readonly removed: readonly BlockNode[];
  /** Blocks that entered it, oldest first. */
  readonly added: readonly BlockNode[];
}

/** Chain of blocks that keep all rules. */
export interface Chain {
  readonly tip: BlockNode;
  readonly index: ChainIndex;
  readonly tree: BlockTree;
  /** Block of the best chain. */
  at(height: number): BlockNode | undefined;
  /** True if a block is in the best chain. */
  readonly isBest: (node: BlockNode) => boolean;
  /** Place of a block that follows the tip. */
  next(): SpendContext;
  /** Takes a block in. @throws Reject when it breaks a rule, or follows an unknown block */
  submit(block: ReadBlock): ChainChange;
  /** Takes a block and all that follow out of the best chain. */
  invalidate(node: BlockNode): ChainChange;
  /** Undoes `invalidate`. */
  reconsider(node: BlockNode): ChainChange;
}

/** Options of a chain. */
export interface ChainOptions {
  readonly segwitHeight: number;
  readonly scripts: ScriptChecker;
  /** Time of the clock, seconds. */
  readonly now: () => number;
  /** Called after each change, before anything else happens. */
  readonly onChange: (change: ChainChange) => void;
}

/** Subsidy of a block, satoshis. */
export function subsidyAt(height: number): bigint {
  return consensus.subsidySat >> BigInt(Math.floor(height / consensus.halvingBlocks));
}

const genesisCoinbase =
  '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000';

/** Creates a chain that holds the first block of regtest. */
export function createChain(options: ChainOptions): Chain {
  const index = createChainIndex();
  const tree = createBlockTree();
  const best: BlockNode[] = [];
  const genesis = tree.add(
    createBlock(readHeader(Buffer.from(genesisHex, 'hex')), [
      readTransaction(Buffer.from(genesisCoinbase, 'hex')),
    ]),
    undefined,
  );
  best.push(genesis);
  const tip = (): BlockNode => best[best.length - 1] ?? genesis;

  const branch: Branch = { best, tip, index, tree, scripts: options.scripts };
  const moveTo = (target: BlockNode): ChainChange => {
    const change = moveBranch(branch, target);
    if (change.removed.length + change.added.length > 0) options.onChange(change);
    return change;
  };
  /** Moves to the best block; one that turns out to be unsound is left for the next. */
  const settle = (): ChainChange => {
    for (;;) {
      const target = tree.best(tip());
      try {
        return moveTo(target);
      } catch (error) {
        if (!(error instanceof Reject)) throw error;
      }
    }
  };
  return {
    get tip() {
      return tip();
    },
    index,
    tree,
    at: (height) => best[height],
    isBest: (node) => best[node.height] === node,
    next: () => spendContext(tip()),
    submit: (block) => {
      require(tree.get(block.hash) === undefined, 'duplicate');
      const previous = tree.get(block.header.previousHash);
      require(previous !== undefined, 'prev-blk-not-found');
      require(!previous.isInvalid, 'bad-prevblk');
      const { height, medianTime } = spendContext(previous);
      const { segwitHeight } = options;
      checkBlock(block, { height, medianTime, segwitHeight, now: options.now() });
      const node = tree.add(block, previous);
      return node.height > tip().height ? moveTo(node) : { removed: [], added: [] };
    },
    invalidate: (node) => {
      require(node !== genesis, 'the first block cannot be invalidated');
      tree.mark(node, true);
      // The tip itself may be marked; then the highest block before the mark is a candidate.
      return settle();
    },
    reconsider: (node) => {
      tree.mark(node, false);
      tree.clearBefore(node);
      return settle();
    },
  };
}

/** Best chain while its tip moves. */
interface Branch {
  /** Blocks by height. */
  readonly best: BlockNode[];
  readonly tip: () => BlockNode;
  readonly index: ChainIndex;
  readonly tree: BlockTree;
  readonly scripts: ScriptChecker;
}

/** Moves the tip to a block. @throws Reject when one on the way is unsound: nothing moves then */
function moveBranch(branch: Branch, target: BlockNode): ChainChange {
  const { tip, tree } = branch;
  const fork = commonAncestor(tip(), target);
  const removed: BlockNode[] = [];
  while (tip() !== fork) removed.push(disconnect(branch));
  const path: BlockNode[] = [];
  for (let node = target; node !== fork && node.previous !== undefined; node = node.previous)
    path.unshift(node);
  const added: BlockNode[] = [];
  for (const node of path) {
    try {
      connect(branch, node);
    } catch (error) {
      tree.mark(node, true);
      for (let each = added.length; each > 0; each -= 1) disconnect(branch);
      for (const each of [...removed].reverse()) connect(branch, each);
      throw error;
    }
    added.push(node);
  }
  return { removed, added };
}

function disconnect({ best, tip, index }: Branch): BlockNode {
  const node = tip();
  for (const mined of [...minedOf(node)].reverse()) index.remove(mined);
  best.pop();
  return node;
}

function connect({ best, index, scripts }: Branch, node: BlockNode): void {
  node.spent = connectTransactions(node, index, scripts);
  best.push(node);
}

/** Place of a block that follows another. */
function spendContext(previous: BlockNode): SpendContext {
  return {
    height: previous.height + 1,
    medianTime: medianTimePast(previous),
    medianTimeBefore: (height) => {
      let node = previous;
      while (node.height > Math.max(height - 1, 0) && node.previous !== undefined)
        node = node.previous;
      return medianTimePast(node);
    },
  };
}

/** Transactions of a block that was in the best chain, with what they spent. */
export function minedOf(block: BlockNode): readonly MinedTx[] {
  return block.transactions.map((tx, position) => ({
    tx,
    block,
    spent: block.spent?.[position] ?? [],
  }));
}

/**
 * Takes the transactions of a block into the index, or none of them.
 *
 * @returns the coins that each one spent
 * @throws Reject
 */
function connectTransactions(
  block: BlockNode,
  index: ChainIndex,
  scripts: ScriptChecker,
): readonly (readonly Coin[])[] {
  const previous = block.previous;
  require(previous !== undefined, 'bad-prevblk');
  const context = spendContext(previous);
  const done: MinedTx[] = [];
  let fees = 0n;
  try {
    for (const tx of block.transactions) {
      const spent = tx.isCoinbase ? [] : coinsOf(tx, index);
      if (!tx.isCoinbase) {
        fees += checkSpend(tx, spent, context);
        scripts.check(tx, spent);
      }
      const mined = { tx, block, spent };
      index.add(mined);
      done.push(mined);
    }
    const paid = sumOf(block.transactions[0]?.outputs ?? []);
    const due = subsidyAt(block.height) + fees;
    require(paid <=
      due, 'bad-cb-amount', `coinbase pays too much (actual=${paid} vs limit=${due})`);
  } catch (error) {
    for (const mined of done.reverse()) index.remove(mined);
    throw error;
  }
  return done.map(({ spent }) => spent);
}

function coinsOf(tx: Tx, index: ChainIndex): readonly Coin[] {
  return tx.inputs.map(({ outpoint }) => {
    const coin = index.coin(outpoint);
    require(coin !== undefined, 'bad-txns-inputs-missingorspent');
    return coin;
  });
}
