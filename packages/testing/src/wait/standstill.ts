import { systemClock } from '@portage/core';
import { describeValue } from './describeValue.js';

/**
 * Looks in which a reading has to stay as it is. A process that was stopped for a while sees the
 * whole time pass at once, though the world stood as still as it did.
 */
const looksMin = 20;

/** Tells whether the world stands still. */
export interface Standstill {
  /** Reads the world; `true` where it was the same for long enough. */
  isStill(): Promise<boolean>;
}

/**
 * Watches a reading of the world, such as the heights of its chains.
 *
 * @param pulse Gives the reading. One that throws tells nothing, and starts the time anew.
 * @param stillMsMax Milliseconds for which the reading may stay as it is.
 */
export function createStandstill(pulse: () => unknown, stillMsMax: number): Standstill {
  let last: string | undefined;
  let since = systemClock.elapsed();
  let looks = 0;
  return {
    isStill: async () => {
      const now = await readPulse(pulse);
      if (now === undefined || now !== last) {
        last = now;
        since = systemClock.elapsed();
        looks = 0;
        return false;
      }
      looks += 1;
      return looks >= looksMin && systemClock.elapsed() - since >= stillMsMax;
    },
  };
}

async function readPulse(pulse: () => unknown): Promise<string | undefined> {
  try {
    return describeValue(await pulse());
  } catch {
    return undefined;
  }
}
