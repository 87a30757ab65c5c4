import { randomUUID } from 'node:crypto';
import { bucketStart } from '@portage/metrics';
import type { Usage, UsageCount } from './createUsage.js';

/** Counter that keeps calls in memory and writes them once a second. */
export interface UsageCounter {
  /** Counts one call synchronously. */
  count(call: Omit<UsageCount, 'minute' | 'count'>): void;
  /** Writes the pending counts. If that fails, they stay and are written again a second later. */
  flush(): Promise<void>;
  /** Stops the timer and writes the rest. */
  close(): Promise<void>;
}

const flushMs = 1_000;

/** Rows in one batch, at most. */
const batchMax = 5_000;

/** Log for counts that could not be written; pino's loggers fit. */
export interface UsageLog {
  error(context: object, message: string): void;
}

/**
 * Distinct rows that may wait while the database is unreachable. Calls beyond them are logged, not
 * counted.
 */
const waitingMax = 100_000;

/** Clock, log and database of a counter. */
export interface UsageCounterOptions {
  readonly usage: Pick<Usage, 'write'>;
  readonly now: () => number;
  readonly log: UsageLog;
}

interface Batch {
  readonly id: string;
  readonly counts: readonly UsageCount[];
}

/** Row that still grows. */
type GrowingRow = { -readonly [Name in keyof UsageCount]: UsageCount[Name] };

/**
 * Row of a call among those of its key. A key has few distinct calls in a minute, and those of this
 * minute are at the end, so a search is much cheaper than building a text to look up. If the clock
 * was set back, a second row begins and the database adds them up.
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

/** Number of calls in some rows. */
function callsOf(rows: readonly Pick<UsageCount, 'count'>[]): number {
  return rows.reduce((sum, row) => sum + row.count, 0);
}

/** Creates the counter of a server; its timer keeps no process alive. */
export function createUsageCounter({ usage, now, log }: UsageCounterOptions): UsageCounter {
  /** Rows of each key, oldest first. */
  const waiting = new Map<string, GrowingRow[]>();
  let waitingRows = 0;
  /**
   * Batch sent to the database with an unknown outcome. It goes first, unchanged, so that it counts
   * once.
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
      // Logged once for each outage of the database, not once a second.
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
      const lost = callsOf([...(pending?.counts ?? []), ...[...waiting.values()].flat()]);
      if (lost > 0) log.error({ lost }, 'usage was lost: the database is away');
    },
  };
}
