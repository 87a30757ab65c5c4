import type { Cursor } from '@portage/core';

/** Blocks remembered; a reorg deeper than the oldest of them halts the chain. */
const rememberedMax = 1_024;

/**
 * The blocks that were handed out last, oldest first, with gaps where the chain was caught up in
 * ranges.
 */
export interface Memory {
  newest(): Cursor | undefined;
  at(height: number): Cursor | undefined;
  /** Newest first, those at or below a height. */
  below(height: number): readonly Cursor[];
  push(blocks: readonly Cursor[]): void;
  /** Forgets everything above a block. */
  rollback(to: Cursor): void;
}

/**
 * Starts from what a database knows, in any order.
 *
 * @example
 * ```ts
 * const memory = createMemory(known);
 * memory.newest()?.height;
 * ```
 */
export function createMemory(known: readonly Cursor[]): Memory {
  let blocks = [...known].sort((a, b) => a.height - b.height).slice(-rememberedMax);
  return {
    newest: () => blocks.at(-1),
    at: (height) => blocks.findLast((block) => block.height === height),
    below: (height) => blocks.filter((block) => block.height <= height).reverse(),
    push: (more) => {
      blocks = [...blocks, ...more].slice(-rememberedMax);
    },
    rollback: (to) => {
      blocks = blocks.filter((block) => block.height <= to.height);
    },
  };
}
