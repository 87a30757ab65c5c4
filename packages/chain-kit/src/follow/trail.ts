import {
  PortageError,
  type ChainAdvance,
  type ChainEvent,
  type ChainRollback,
  type Cursor,
} from '@portage/core';
import type { Memory } from './createMemory.js';
import type { Sightings } from './createSightings.js';

/** What a reader of a chain remembers of its way. */
export interface Trail {
  readonly memory: Memory;
  readonly sightings: Sightings;
}

/**
 * One step on, remembered.
 *
 * @throws PortageError `RPC_HTTP_ERROR` where there are no blocks
 * @example
 * ```ts
 * const advance = stepOn(trail, blocks, events, finalizedHeight);
 * ```
 */
export function stepOn(
  { memory, sightings }: Trail,
  blocks: readonly Cursor[],
  events: readonly ChainEvent[],
  finalizedHeight: number,
): ChainAdvance {
  const cursor = blocks.at(-1);
  if (cursor === undefined)
    throw new PortageError('RPC_HTTP_ERROR', { message: 'There are no blocks to go on with.' });
  memory.push(blocks);
  sightings.add(events);
  return {
    type: 'advance',
    cursor,
    blocks,
    events,
    finalizedHeight: Math.min(finalizedHeight, cursor.height),
  };
}

/**
 * One step back to a block that is still there, and what lies above it forgotten.
 *
 * @throws PortageError `CHAIN_HALTED` where blocks were called final before; `RPC_HTTP_ERROR` where
 *   there is nothing to take back
 * @example
 * ```ts
 * const rollback = stepBack(trail, ancestor, finalizedHeight);
 * ```
 */
export function stepBack(
  { memory, sightings }: Trail,
  to: Cursor,
  finalizedHeight: number,
): ChainRollback {
  if (to.hash === memory.newest()?.hash)
    throw new PortageError('RPC_HTTP_ERROR', {
      message: 'The chain changed its mind while it was being read.',
    });
  if (to.height < finalizedHeight) {
    throw new PortageError('CHAIN_HALTED', {
      message: 'The chain took back blocks that it had called final.',
      context: { height: to.height },
    });
  }
  memory.rollback(to);
  sightings.rollback(to.height);
  return { type: 'rollback', to };
}
