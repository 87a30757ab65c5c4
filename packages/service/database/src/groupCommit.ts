import { assert, PortageError } from '@portage/core';

/** Queue that collects concurrent writes and writes them together. */
export interface GroupCommit<T> {
  /**
   * Resolves once `item` is durable.
   *
   * @throws PortageError `SERVICE_UNAVAILABLE` when too many are waiting, or after `close`
   */
  add(item: T): Promise<void>;
  /** Rejects new items and resolves when the waiting ones are written. */
  close(): Promise<void>;
}

interface Waiting<T> {
  readonly item: T;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Write of a batch, and limits. */
export interface GroupCommitOptions<T> {
  readonly write: (items: readonly T[]) => Promise<void>;
  readonly separable?: (error: unknown) => boolean;
  readonly batchMax: number;
  readonly waitingMax: number;
}

/**
 * Group commit: items that arrive during a write are written together by the next one, so each
 * costs less the busier it gets. An item that arrives alone is written at once. When a write of
 * several fails, each is written alone, so only the one at fault fails.
 *
 * @param options.write - writes all items in one durable step, or none
 * @param options.separable - whether a failed write may be the fault of one item; otherwise all of
 *   them fail with it
 *
 * @example
 * ```ts
 * const write = (batch: readonly Row[]) => insertRows(batch);
 * const rows = createGroupCommit<Row>({ write, batchMax: 256, waitingMax: 10_000 });
 * await rows.add(row);
 * ```
 */
export function createGroupCommit<T>(options: GroupCommitOptions<T>): GroupCommit<T> {
  const { write, batchMax, waitingMax, separable = () => true } = options;
  assert(batchMax > 0 && waitingMax > 0, 'a queue holds something');
  let waiting: Waiting<T>[] = [];
  let running: Promise<void> | undefined;
  let closed = false;

  async function writeAlone(entry: Waiting<T>): Promise<void> {
    try {
      await write([entry.item]);
      entry.resolve();
    } catch (error) {
      entry.reject(error);
    }
  }

  async function writeTogether(batch: readonly Waiting<T>[]): Promise<void> {
    try {
      await write(batch.map(({ item }) => item));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      if (batch.length > 1 && separable(error)) for (const entry of batch) await writeAlone(entry);
      else for (const { reject } of batch) reject(error);
    }
  }

  async function drain(): Promise<void> {
    // One turn later, so that all callers of this turn share a batch.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchMax);
      waiting = waiting.slice(batchMax);
      await writeTogether(batch);
    }
    running = undefined;
  }

  return {
    add: (item) => {
      if (closed)
        return Promise.reject(
          new PortageError('SERVICE_UNAVAILABLE', { message: 'The store is closing.' }),
        );
      if (waiting.length >= waitingMax) {
        return Promise.reject(
          new PortageError('SERVICE_UNAVAILABLE', {
            message: 'Too many writes are waiting.',
            context: { waitingMax },
          }),
        );
      }
      return new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        running ??= drain();
      });
    },
    close: async () => {
      closed = true;
      await running;
    },
  };
}
