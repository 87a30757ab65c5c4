import type { ChainEvent } from '@portage/core/chain';

/** Events that wait at most; others are reported again when they are asked for again. */
const waitingMax = 1_000;

/** Events of blocks that were applied before, which are still to be taken in. */
export interface LateEvents {
  /** Whether there was room for them; those for which there was none are to be asked for again. */
  add(events: readonly ChainEvent[]): boolean;
  /** Hands out all that wait. */
  take(): readonly ChainEvent[];
}

/** Makes an empty queue. */
export function createLateEvents(): LateEvents {
  let waiting: readonly ChainEvent[] = [];
  return {
    add: (events) => {
      if (waiting.length + events.length > waitingMax) return false;
      waiting = [...waiting, ...events];
      return true;
    },
    take: () => {
      const taken = waiting;
      waiting = [];
      return taken;
    },
  };
}
