interface Timer {
  readonly at: number;
  readonly place: number;
  readonly work: () => void;
  isOver: boolean;
}

/** Time that stands still until its driver lets it go on to the next timer. */
export interface VirtualTime {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `work` after `ms` milliseconds. The returned function takes that back. */
  after(ms: number, work: () => void): () => void;
  /** Goes on to the next timer and calls its work; false where there is none. */
  step(): boolean;
}

const isBefore = (one: Timer, other: Timer): boolean =>
  one.at < other.at || (one.at === other.at && one.place < other.place);

/** Timers, earliest first, in a binary heap. */
function createHeap(): { push(timer: Timer): void; pop(): Timer | undefined } {
  const heap: Timer[] = [];
  const swap = (one: number, other: number): void => {
    const [a, b] = [heap[one], heap[other]];
    if (a !== undefined && b !== undefined) [heap[one], heap[other]] = [b, a];
  };
  const isEarlier = (one: number, other: number): boolean => {
    const [a, b] = [heap[one], heap[other]];
    return a !== undefined && b !== undefined && isBefore(a, b);
  };
  return {
    push: (timer) => {
      let at = heap.push(timer) - 1;
      for (let parent = (at - 1) >> 1; at > 0 && isEarlier(at, parent); parent = (at - 1) >> 1) {
        swap(at, parent);
        at = parent;
      }
    },
    pop: () => {
      const first = heap[0];
      const last = heap.pop();
      if (last === undefined || heap.length === 0) return first;
      heap[0] = last;
      for (let at = 0; ;) {
        const left = 2 * at + 1;
        const child = isEarlier(left + 1, left) ? left + 1 : left;
        if (!isEarlier(child, at)) return first;
        swap(at, child);
        at = child;
      }
    },
  };
}

/** Makes a time that begins at `startMs`; timers of one moment fire in the order they were set. */
export function createVirtualTime(startMs: number): VirtualTime {
  const heap = createHeap();
  let now = startMs;
  let places = 0;
  return {
    now: () => now,
    after: (ms, work) => {
      const timer: Timer = { at: now + Math.max(0, ms), place: places, work, isOver: false };
      places += 1;
      heap.push(timer);
      return () => void (timer.isOver = true);
    },
    step: () => {
      for (let timer = heap.pop(); timer !== undefined; timer = heap.pop()) {
        if (timer.isOver) continue;
        now = Math.max(now, timer.at);
        timer.isOver = true;
        timer.work();
        return true;
      }
      return false;
    },
  };
}
