import { randomUUID } from 'node:crypto';
import { bucketStart } from '@portage/metrics';
import type { Usage, UsageCount } from './createUsage.js';

/** Counts calls in memory and writes them once a second. */
export interface UsageCounter {
  /** Counts one call, at once and without waiting for anything. */
  count(call: Omit<UsageCount, 'minute' | 'count'>): void;
  /**
   * Writes what is counted so far. What cannot be written stays and is tried again a second later.
   */
  flush(): Promise<void>;
  /** Stops the clock and writes the rest. */
  close(): Promise<void>;
}

const flushMs = 1_000;

/** Rows that one batch holds. */
const batchMax = 5_000;

/** Log that hears of counts that could not be written; pino's loggers fit. */
export interface UsageLog {
  error(context: object, message: string): void;
}

/**
 * Different rows that may wait while the database is away; calls beyond them are told of in the
 * log, not counted.
 */
const waitingMax = 100_000;

/** What a counter works with. */
export interface UsageCounterOptions {
  readonly usage: Pick<Usage, 'write'>;
  readonly now: () => number;
  readonly log: UsageLog;
}

interface Batch {
  readonly id: string;
  readonly counts: readonly UsageCount[];
}

/** A row that still grows. */
type GrowingRow = { -readonly [Name in keyof UsageCount]: UsageCount[Name] };

/**
 * The row that a call belongs to, of those of its key. A key has few different calls in a minute,
 * and those of this minute stand at the end: looking through them is much cheaper than making a
 * text to look them up by. Where the clock was set back a second row is begun, and the database
 * adds them up.
 */
function findRow(
  rows: readonly GrowingRow[],
  minute: number,
  call: Omit<UsageCount, 'minute' | 'count'>,
): GrowingRow | undefined {
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const row = rows[index];
    if (row?.minute !== minute) return undefined;
    if (
      row.endpoint === call.endpoint &&
      row.statusCode === call.statusCode &&
      row.errorCode === call.errorCode
    )
      return row;
  }
  return undefined;
}

/** Makes the counter of a server; it keeps no process alive. */
export function createUsageCounter({ usage, now, log }: UsageCounterOptions): UsageCounter {
  /** Rows of each key, oldest first. */
  const waiting = new Map<string, GrowingRow[]>();
  let waitingRows = 0;
  /**
   * Handed to the database with an unknown end: it goes first, unchanged, so that it counts once.
   */
  let pending: Batch | undefined;
  let running: Promise<void> | undefined;
  let failures = 0;
  let dropped = 0;

  function takeBatch(): Batch {
    const counts: GrowingRow[] = [];
    for (const [apiKeyId, rows] of waiting) {
      const taken = rows.splice(0, batchMax - counts.length);
      counts.push(...taken);
      if (rows.length > 0) break;
      waiting.delete(apiKeyId);
    }
    waitingRows -= counts.length;
    return { id: randomUUID(), counts };
  }

  async function drain(): Promise<void> {
    try {
      while (pending !== undefined || waitingRows > 0) {
        pending ??= takeBatch();
        await usage.write(pending.id, pending.counts);
        pending = undefined;
      }
      failures = 0;
    } catch (error) {
      failures += 1;
      // Once for each time that the database is away, not once a second.
      if (failures === 1) log.error({ err: error }, 'usage could not be written for now');
    }
    if (dropped > 0) log.error({ dropped }, 'too much usage is waiting; calls were not counted');
    dropped = 0;
  }

  function flush(): Promise<void> {
    running ??= drain().finally(() => {
      running = undefined;
    });
    return running;
  }

  const timer = setInterval(() => void flush(), flushMs);
  timer.unref();

  return {
    count: (call) => {
      const minute = bucketStart(now(), 'minutely');
      const rows = waiting.get(call.apiKeyId);
      const row = rows === undefined ? undefined : findRow(rows, minute, call);
      if (row !== undefined) {
        row.count += 1;
        return;
      }
      if (waitingRows === waitingMax) {
        dropped += 1;
        return;
      }
      waitingRows += 1;
      if (rows === undefined) waiting.set(call.apiKeyId, [{ ...call, minute, count: 1 }]);
      else rows.push({ ...call, minute, count: 1 });
    },
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
      await flush();
      const lost = [...(pending?.counts ?? []), ...[...waiting.values()].flat()].reduce(
        (sum, row) => sum + row.count,
        0,
      );
      if (lost > 0) log.error({ lost }, 'usage was lost: the database is away');
    },
  };
}
