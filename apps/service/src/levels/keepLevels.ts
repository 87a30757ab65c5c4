import { describeError, type Clock, type Health, type Log } from '@portage/core';
import type { Settlement } from '@portage/settlement';

/** Less than half a minute, so that no minute passes between two notes. */
const noteMs = 25_000;
const countMs = 15_000;

/** Records, clock and log of what keeps service levels. */
export interface LevelsOptions {
  readonly levels: Settlement['levels'];
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly log: Log;
}

/** Notes each minute in which this process answers with a database, until the signal aborts. */
export async function keepAnswered(
  { levels, clock, log }: LevelsOptions,
  readHealth: () => Promise<Health>,
  signal: AbortSignal,
): Promise<void> {
  do {
    try {
      const { database, chains } = await readHealth();
      const chainIds = chains.filter(({ status }) => status === 'ok').map(({ id }) => id);
      if (database === 'ok') await levels.noteAnswered({ at: clock.now(), chainIds });
    } catch (error) {
      log('an answered minute could not be noted', { error: describeError(error) });
    }
  } while (await clock.sleep(noteMs, signal));
}

/** Counts ended requests a few times a minute, until the signal aborts. */
export async function keepCounts(
  { levels, clock, log }: LevelsOptions,
  signal: AbortSignal,
): Promise<void> {
  do {
    try {
      await levels.countEnded();
    } catch (error) {
      log('ended requests could not be counted', { error: describeError(error) });
    }
  } while (await clock.sleep(countMs, signal));
}
