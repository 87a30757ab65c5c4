import { randomUUID } from 'node:crypto';
import { bucketStart } from '@portage/metrics';
import type { Usage, UsageCount } from '@portage/store';
import type { ServerLog } from '../log.js';

/** Counts calls in memory and writes them once a second. */
export interface UsageCounter {
  /** Counts one call, at once and without waiting for anything. */
  count(call: Omit<UsageCount, 'minute' | 'count'>): void;
  /** Writes what is counted so far. What cannot be written stays and is tried again a second later. */
  flush(): Promise<void>;
  /** Stops the clock and writes the rest. */
  close(): Promise<void>;
}

const flushMs = 1_000;

/** Rows that one batch holds. */
const batchMax = 5_000;

/** Different rows that may wait while the database is away; calls beyond them are told of in the log, not counted. */
const waitingMax = 100_000;

/** What a counter works with. */
export interface UsageCounterOptions {
  readonly usage: Pick<Usage, 'write'>;
  readonly now: () => number;
  readonly log: ServerLog;
}

interface Batch {
  readonly id: string;
  readonly counts: readonly UsageCount[];
}

/** Makes the counter of a server; it keeps no process alive. */
export function createUsageCounter({ usage, now, log }: UsageCounterOptions): UsageCounter {
  let waiting = new Map<string, { -readonly [Name in keyof UsageCount]: UsageCount[Name] }>();
  /** Handed to the database with an unknown end: it goes first, unchanged, so that it counts once. */
  let pending: Batch | undefined;
  let running: Promise<void> | undefined;
  let failures = 0;
  let dropped = 0;

  function takeBatch(): Batch {
    const all = [...waiting];
    waiting = new Map(all.slice(batchMax));
    return { id: randomUUID(), counts: all.slice(0, batchMax).map(([, row]) => row) };
  }

  async function drain(): Promise<void> {
    try {
      while (pending !== undefined || waiting.size > 0) {
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
      const key = `${minute} ${call.apiKeyId} ${call.endpoint} ${call.statusCode} ${call.errorCode}`;
      const row = waiting.get(key);
      if (row !== undefined) row.count += 1;
      else if (waiting.size < waitingMax) waiting.set(key, { ...call, minute, count: 1 });
      else dropped += 1;
    },
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
      await flush();
      const lost = [...(pending?.counts ?? []), ...waiting.values()].reduce((sum, row) => sum + row.count, 0);
      if (lost > 0) log.error({ lost }, 'usage was lost: the database is away');
    },
  };
}
