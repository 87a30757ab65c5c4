/** Maker of the blocks of the exchange, and its clock. */
export interface Pace {
  /** Makes a block now. */
  step(): void;
  pause(): void;
  resume(): void;
  /** Moves the clock forward for good. */
  shift(seconds: number): void;
  /** Unix milliseconds. */
  now(): number;
}

/** Makes blocks in a steady pace; 0 milliseconds make them on demand only. */
export function createPace(makeBlock: () => void, blockMs: number): Pace {
  let offsetMs = 0;
  let isPaused = false;
  if (blockMs > 0)
    setInterval(() => {
      if (!isPaused) makeBlock();
    }, blockMs);
  return {
    step: makeBlock,
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
