import type { ClockOffset, ClockWatch } from '@portage/api';
import { describeError, type Clock, type Log } from '@portage/core';
import type { Queryable } from '@portage/database';
import { chainsOffsetMs, type TimedChain } from './chainsOffset.js';

/** Seconds that the clock may be off before quotes are refused. */
const offsetSecondsMax = 30;
const pollMs = 1_000;
/** Rounds of {@link pollMs} between two questions to the database. */
const databaseEvery = 5;
/** Rounds after which a clock that is still off is reported again. */
const tellEvery = 60;

/** Clocks that the clock of the process is held against. */
export interface ClockWatchOptions {
  readonly chains: readonly TimedChain[];
  readonly database: Queryable;
  /** The clock that is judged. */
  readonly clock: Pick<Clock, 'now' | 'every'>;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/**
 * Holds the clock of the process against the chains and the database until the signal aborts. What
 * a quote promises is timed by this clock and judged by others: beyond half a minute it is refused.
 */
export async function watchClock(options: ClockWatchOptions): Promise<ClockWatch> {
  const { chains, database, clock, log, signal } = options;
  let againstDatabase: number | undefined;
  let offsets: readonly ClockOffset[] = [];
  let fault: string | undefined;
  let rounds = 0;
  let toldAt = -Infinity;

  function judge(): void {
    const before = fault;
    offsets = [
      ...offsetOf('chains', chainsOffsetMs(chains, clock.now())),
      ...offsetOf('database', againstDatabase),
    ];
    fault = faultOf(offsets);
    if (fault !== undefined && rounds - toldAt >= tellEvery) {
      toldAt = rounds;
      log('the clock is off: quotes are refused', { level: 'error', reason: fault });
    }
    if (fault === undefined && before !== undefined) {
      toldAt = -Infinity;
      log('the clock is right again');
    }
  }

  async function askDatabase(): Promise<void> {
    try {
      againstDatabase = await databaseOffsetMs(database, clock);
    } catch (error) {
      againstDatabase = undefined;
      if (!signal.aborted)
        log('the clock of the database could not be read', { error: describeError(error) });
    }
  }

  await askDatabase();
  judge();
  clock.every(
    pollMs,
    () => {
      rounds += 1;
      if (rounds % databaseEvery === 0) void askDatabase().then(judge);
      else judge();
    },
    signal,
  );
  return { offsets: () => offsets, fault: () => fault };
}

/**
 * Milliseconds that a clock is certainly ahead of the database's, or behind it where negative: the
 * answer was given at some moment between question and reply.
 */
export async function databaseOffsetMs(
  database: Queryable,
  clock: Pick<Clock, 'now'>,
): Promise<number> {
  const asked = clock.now();
  const [row] = await database.query<{ now: number }>({
    name: 'clock_read',
    text: 'select (1000 * extract(epoch from clock_timestamp()))::float8 as now',
  });
  const answered = clock.now();
  const told = row?.now ?? answered;
  if (told < asked) return asked - told;
  return told > answered ? answered - told : 0;
}

/** Seconds that the clock is ahead of another one. Pure. */
export function offsetOf(
  against: ClockOffset['against'],
  ms: number | undefined,
): readonly ClockOffset[] {
  return ms === undefined ? [] : [{ against, seconds: ms / 1_000 }];
}

/** Sentence about clocks that are off too far; undefined where none is. Pure. */
export function faultOf(offsets: readonly ClockOffset[]): string | undefined {
  const wrong = offsets.filter(({ seconds }) => Math.abs(seconds) > offsetSecondsMax);
  if (wrong.length === 0) return undefined;
  const parts = wrong.map(
    ({ against, seconds }) =>
      `${Math.abs(seconds).toFixed(0)} s ${seconds > 0 ? 'ahead of' : 'behind'} the ${against}`,
  );
  return `The clock of the service is ${parts.join(' and ')}.`;
}
