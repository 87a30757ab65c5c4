/** Maker of the blocks of the exchange, and its clock. */
export interface Pace {
  /** Makes a block now. */
  step(): void;
  pause(): void;
  resume(): void;
  /** Moves the clock forward for good. */
  shift(seconds: number): void;
  /** Calls back after each block. */
  onBlock(listener: () => void): void;
  /** Unix milliseconds. */
  now(): number;
}

/** Makes blocks in a steady pace; 0 milliseconds make them on demand only. */
export function createPace(makeBlock: () => void, blockMs: number): Pace {
  const listeners: (() => void)[] = [];
  const step = (): void => {
    makeBlock();
    for (const listener of listeners) listener();
  };
  let offsetMs = 0;
  let isPaused = false;
  if (blockMs > 0)
    setInterval(() => {
      if (!isPaused) step();
    }, blockMs);
  return {
    step,
    onBlock: (listener) => void listeners.push(listener),
    pause: () => {
      isPaused = true;
    },
    resume: () => {
      isPaused = false;
    },
    shift: (seconds) => {
      offsetMs += 1_000 * seconds;
    },
    now: () => Date.now() + offsetMs,
  };
}
