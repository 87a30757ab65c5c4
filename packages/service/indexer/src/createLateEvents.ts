import type { ChainEvent } from '@portage/core/chain';

/** Events that wait at most; more are told again when they are asked for again. */
const waitingMax = 1_000;

/** Events of blocks that were applied before, which are still to be taken in. */
export interface LateEvents {
  add(events: readonly ChainEvent[]): void;
  /** Hands out all that wait. */
  take(): readonly ChainEvent[];
}

/** Makes an empty queue. */
export function createLateEvents(): LateEvents {
  let waiting: readonly ChainEvent[] = [];
  return {
    add: (events) => {
      if (waiting.length + events.length <= waitingMax) waiting = [...waiting, ...events];
    },
    take: () => {
      const taken = waiting;
      waiting = [];
      return taken;
    },
  };
}
