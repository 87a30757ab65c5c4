import { consensus } from '../parameters.js';
import type { ReadBlock } from './block.js';
import type { Coin } from './coins.js';

/** Block in the tree of all branches. */
export interface BlockNode extends ReadBlock {
  readonly height: number;
  readonly previous: BlockNode | undefined;
  /** True if the block broke a rule, or follows one that did, or was invalidated by hand. */
  isInvalid: boolean;
  /** Coins that its transactions spent, in order; undefined until it was in the best chain. */
  spent: readonly (readonly Coin[])[] | undefined;
}

/** All blocks, of every branch. */
export interface BlockTree {
  get(hash: string): BlockNode | undefined;
  add(block: ReadBlock, previous: BlockNode | undefined): BlockNode;
  /** Marks a block and all that follow it. */
  mark(node: BlockNode, isInvalid: boolean): void;
  /** Clears the marks of the blocks before it. */
  clearBefore(node: BlockNode): void;
  /** Highest sound block; of several the one that came first, but the preferred one before all. */
  best(preferred: BlockNode): BlockNode;
  /** Ends of branches. */
  tips(): readonly BlockNode[];
}

/** Creates an empty tree. */
export function createBlockTree(): BlockTree {
  const nodes = new Map<string, BlockNode>();
  const after = (root: BlockNode): readonly BlockNode[] => {
    // A block comes after the one before it, so one pass in order of arrival finds all.
    const found = new Set([root]);
    for (const node of nodes.values())
      if (node.previous !== undefined && found.has(node.previous)) found.add(node);
    return [...found];
  };
  return {
    get: (hash) => nodes.get(hash),
    add: (block, previous) => {
      const node: BlockNode = {
        ...block,
        previous,
        height: previous === undefined ? 0 : previous.height + 1,
        isInvalid: previous?.isInvalid ?? false,
        spent: undefined,
      };
      nodes.set(node.hash, node);
      return node;
    },
    mark: (node, isInvalid) => {
      for (const each of after(node)) each.isInvalid = isInvalid;
    },
    clearBefore: (node) => {
      for (let each: BlockNode | undefined = node; each?.isInvalid === true; each = each.previous)
        each.isInvalid = false;
    },
    best: (preferred) => {
      let best = preferred;
      for (const node of nodes.values())
        if (!node.isInvalid && (best.isInvalid || node.height > best.height)) best = node;
      return best;
    },
    tips: () => {
      const inner = new Set([...nodes.values()].map(({ previous }) => previous));
      return [...nodes.values()].filter((node) => !inner.has(node));
    },
  };
}

/** Median time of a block and the ten before it, seconds. */
export function medianTimePast(node: BlockNode): number {
  const times: number[] = [];
  let each: BlockNode | undefined = node;
  while (each !== undefined && times.length < consensus.medianBlocks) {
    times.push(each.header.time);
    each = each.previous;
  }
  times.sort((one, other) => one - other);
  return times[Math.floor(times.length / 2)] ?? 0;
}

/** Last block that two branches share. */
export function commonAncestor(one: BlockNode, other: BlockNode): BlockNode {
  let left = one;
  let right = other;
  while (left !== right) {
    if (left.height >= right.height) left = left.previous ?? left;
    else right = right.previous ?? right;
    if (left.previous === undefined && right.previous === undefined) break;
  }
  return left;
}
