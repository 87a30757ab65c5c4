/** Readings that may be asked for at once, as at a start and for a payment beside another. */
const turnsMax = 3;

/** Pace of {@link paceWakes}. */
export interface WakePace {
  /** Milliseconds until a turn comes back. */
  readonly everyMs: number;
  readonly signal: AbortSignal;
}

/**
 * Lets a stream ask for a reading at once while there are turns, and later at the next turn:
 * however much it announces, readings go no faster than that, and payments keep their part of the
 * weight.
 */
export function paceWakes(wake: () => void, { everyMs, signal }: WakePace): () => void {
  let turns = turnsMax;
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;
  const take = (): void => {
    isWanted = false;
    turns -= 1;
    timer ??= setTimeout(giveBack, everyMs);
    wake();
  };
  const giveBack = (): void => {
    timer = undefined;
    turns += 1;
    if (isWanted) take();
    else if (turns < turnsMax) timer = setTimeout(giveBack, everyMs);
  };
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return () => {
    if (signal.aborted) return;
    if (turns > 0) take();
    else isWanted = true;
  };
}
