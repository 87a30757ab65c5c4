import type { Ledger } from '../chain/createLedger.js';

/** Timer that makes slots. */
export interface Pace {
  pause(): void;
  resume(): void;
}

/** Closes a slot and opens the next at a steady pace, from now on. */
export function createPace(ledger: Ledger, slotMs: number): Pace {
  let timer: NodeJS.Timeout | undefined;
  const resume = (): void => {
    timer ??= setInterval(() => ledger.advance(), slotMs);
  };
  const pause = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  resume();
  return { pause, resume };
}
