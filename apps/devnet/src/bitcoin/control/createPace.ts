/** Timer that mines blocks. */
export interface BitcoinPace {
  pause(): void;
  resume(): void;
  /** Milliseconds between blocks from now on; 0 for blocks on demand only. */
  setBlockTime(ms: number): void;
  /** Mines soon, unless mining is paused. */
  hurry(): void;
}

const hurryMs = 100;

/** Mines at a steady pace, from now on. */
export function createPace(mine: () => void, blockMs: number): BitcoinPace {
  let interval: NodeJS.Timeout | undefined;
  let soon: NodeJS.Timeout | undefined;
  let isPaused = false;
  let ms = blockMs;
  const stop = (): void => {
    clearInterval(interval);
    clearTimeout(soon);
    interval = undefined;
    soon = undefined;
  };
  const start = (): void => {
    stop();
    if (!isPaused && ms > 0) interval = setInterval(mine, ms);
  };
  start();
  return {
    pause: () => {
      isPaused = true;
      stop();
    },
    resume: () => {
      isPaused = false;
      start();
    },
    setBlockTime: (next) => {
      ms = next;
      start();
    },
    hurry: () => {
      if (isPaused) return;
      soon ??= setTimeout(() => {
        soon = undefined;
        mine();
      }, hurryMs);
    },
  };
}
