import type { ChainEvent, Cursor } from '@portage/core/chain';

/** So many events are a step of their own. */
const eventsPerStep = 1_000;

/** Consecutive blocks with the events in them. */
export interface Blocks {
  readonly blocks: readonly Cursor[];
  readonly events: readonly ChainEvent[];
}

/**
 * Splits blocks that were read together, so that one step is judged while another is written: a
 * step ends with the block that brings it to a thousand events, and the last one with the last
 * block. Both lists rise by height.
 */
export function* splitBlocks(
  blocks: readonly Cursor[],
  events: readonly ChainEvent[],
): Generator<Blocks> {
  let start = { block: 0, event: 0 };
  let event = 0;
  for (const [index, { height }] of blocks.entries()) {
    while ((events[event]?.height ?? Infinity) <= height) event += 1;
    if (event - start.event < eventsPerStep && index < blocks.length - 1) continue;
    yield {
      blocks: blocks.slice(start.block, index + 1),
      events: events.slice(start.event, event),
    };
    start = { block: index + 1, event };
  }
}
