import { PortageError } from '@portage/core';
import type { ChainAdvance, ChainEvent, ChainRollback, Cursor } from '@portage/core/chain';
import type { ObservedEvents } from './createObservedEvents.js';

/** Blocks remembered; a reorg deeper than the oldest of them halts the chain. */
const rememberedMax = 1_024;

/**
 * Blocks of a chain that its reader has handed out, with gaps where the chain was caught up in
 * ranges. Each change returns the update to hand out next.
 */
export interface LocalChain {
  /** Newest block; undefined before the first. */
  tip(): Cursor | undefined;
  /** Block at a height; undefined where none is remembered. */
  at(height: number): Cursor | undefined;
  /** Blocks at or below a height, newest first. */
  below(height: number): readonly Cursor[];
  /**
   * Adds blocks on top, and the deposits among their events.
   *
   * @throws PortageError `RPC_HTTP_ERROR` where there are no blocks
   */
  append(
    blocks: readonly Cursor[],
    events: readonly ChainEvent[],
    finalizedHeight: number,
  ): ChainAdvance;
  /**
   * Goes back to a block that is still on the chain, and forgets what lies above it. Where final
   * blocks are taken back, the consumer of the update books the loss and halts the chain.
   *
   * @throws PortageError `RPC_HTTP_ERROR` where there is nothing to take back
   */
  rollback(to: Cursor): ChainRollback;
}

/**
 * Starts from the blocks that a database knows, in any order.
 *
 * @example
 * ```ts
 * const localChain = createLocalChain(known, createObservedEvents());
 * const advance = localChain.append(blocks, events, finalizedHeight);
 * const rollback = localChain.rollback(ancestor);
 * ```
 */
export function createLocalChain(
  known: readonly Cursor[],
  observedEvents: ObservedEvents,
): LocalChain {
  let remembered = [...known].sort((a, b) => a.height - b.height).slice(-rememberedMax);
  return {
    tip: () => remembered.at(-1),
    at: (height) => remembered.findLast((block) => block.height === height),
    below: (height) => remembered.filter((block) => block.height <= height).reverse(),
    append: (blocks, events, finalizedHeight) => {
      const cursor = blocks.at(-1);
      if (cursor === undefined)
        throw new PortageError('RPC_HTTP_ERROR', { message: 'There are no blocks to go on with.' });
      remembered = [...remembered, ...blocks].slice(-rememberedMax);
      observedEvents.add(events);
      return {
        type: 'advance',
        cursor,
        blocks,
        events,
        finalizedHeight: Math.min(finalizedHeight, cursor.height),
      };
    },
    rollback: (to) => {
      if (to.hash === remembered.at(-1)?.hash)
        throw new PortageError('RPC_HTTP_ERROR', {
          message: 'The chain changed its mind while it was being read.',
        });
      remembered = remembered.filter((block) => block.height <= to.height);
      observedEvents.rollback(to.height);
      return { type: 'rollback', to };
    },
  };
}
