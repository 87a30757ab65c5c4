import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Clock of a trial, which can be moved ahead for every process that follows it. */
export interface TrialClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Time at which something arrived that was sent at a time: where the clock was moved meanwhile,
   * by the clock as it was before.
   */
  readonly arrivalOf: (sentAt: number) => number;
  /** Milliseconds that it is ahead of the machine. */
  aheadMs(): number;
  /** Arguments of node, and variables, of a process that follows it. */
  readonly command: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  /** Moves it to a time, unless that is over. */
  moveTo(time: number): Promise<void>;
}

/** Makes a clock that a file in `directory` tells the processes of. */
export async function createTrialClock(directory: string): Promise<TrialClock> {
  const file = join(directory, 'clock');
  let [ahead, former] = [0, 0];
  await writeFile(file, '0');
  return {
    now: () => Date.now() + ahead,
    arrivalOf: (sentAt) => {
      const [before, after] = [Date.now() + former, Date.now() + ahead];
      return Math.abs(before - sentAt) < Math.abs(after - sentAt) ? before : after;
    },
    aheadMs: () => ahead,
    command: ['--import', join(import.meta.dirname, 'movedClock.mjs')],
    variables: { PORTAGE_TRIAL_CLOCK: file },
    moveTo: async (time) => {
      [ahead, former] = [Math.max(ahead, Math.ceil(time - Date.now())), ahead];
      await writeFile(file, String(ahead));
    },
  };
}
