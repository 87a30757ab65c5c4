import type { ChainAdvance, ChainRollback, ChainUpdate } from '@portage/core/chain';

/** Updates that wait to be applied, at most this many: the observer waits when we are behind. */
const waitingMax = 256;

/** Events that one transaction takes at most, unless one update alone has more. */
const eventsMax = 2_000;

/** Blocks that are worth remembering: no reorg goes further back. */
const blocksMax = 512;

/**
 * Updates of a chain between the observer, which reads ahead, and the transactions, which take
 * several at once.
 */
export interface UpdateQueue {
  /** Resolves when there is room for more. */
  push(update: ChainUpdate): Promise<void>;
  /** No more updates will come, with the reason if there is one. */
  end(failure?: Error): void;
  /**
   * The next rollback, or the next advances as one; undefined at the end. @throws whatever the
   * queue was ended with
   */
  take(): Promise<ChainAdvance | ChainRollback | undefined>;
}

function join(first: ChainAdvance, second: ChainAdvance): ChainAdvance {
  return {
    type: 'advance',
    cursor: second.cursor,
    blocks: [...first.blocks, ...second.blocks].slice(-blocksMax),
    events: [...first.events, ...second.events],
    finalizedHeight: Math.max(first.finalizedHeight, second.finalizedHeight),
    safeHeight: second.safeHeight ?? first.safeHeight,
  };
}

/** Makes an empty queue. */
export function createQueue(): UpdateQueue {
  const waiting: ChainUpdate[] = [];
  let state: { readonly failure: Error | undefined } | undefined;
  let wakeTaker: () => void = () => undefined;
  let wakePusher: () => void = () => undefined;

  function takeNow(first: ChainUpdate): ChainAdvance | ChainRollback {
    waiting.shift();
    let taken = first;
    while (
      taken.type === 'advance' &&
      waiting[0]?.type === 'advance' &&
      taken.events.length + waiting[0].events.length <= eventsMax
    ) {
      taken = join(taken, waiting[0]);
      waiting.shift();
    }
    wakePusher();
    return taken;
  }

  return {
    push: async (update) => {
      waiting.push(update);
      wakeTaker();
      if (waiting.length >= waitingMax && state === undefined)
        await new Promise<void>((resolve) => (wakePusher = resolve));
    },
    end: (failure) => {
      state = { failure };
      wakeTaker();
      wakePusher();
    },
    take: async () => {
      for (;;) {
        if (waiting[0] !== undefined) return takeNow(waiting[0]);
        if (state !== undefined) {
          if (state.failure !== undefined) throw state.failure;
          return undefined;
        }
        await new Promise<void>((resolve) => (wakeTaker = resolve));
      }
    },
  };
}
