import { isPortageError } from '@portage/core';
import { describe, expect, it } from 'vitest';
import { createGroupCommit } from './groupCommit.js';

/** Writer that records its batches and waits for `release` before each answer. */
function createWriter(options: { readonly bad?: ReadonlySet<number> } = {}) {
  const batches: number[][] = [];
  const pending: (() => void)[] = [];
  return {
    batches,
    write: (items: readonly number[]) => {
      batches.push([...items]);
      return new Promise<void>((resolve, reject) => {
        pending.push(() =>
          items.some((item) => options.bad?.has(item)) ? reject(new Error('refused')) : resolve(),
        );
      });
    },
    release: async () => {
      // The queue hands over within a few turns of microtasks.
      await new Promise((resolve) => setImmediate(resolve));
      pending.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe('createGroupCommit', () => {
  it('writes what arrives during a write together, in order, and resolves after it', async () => {
    const writer = createWriter();
    const queue = createGroupCommit({ write: writer.write, batchMax: 100, waitingMax: 100 });
    const done: number[] = [];
    const add = (item: number) => queue.add(item).then(() => done.push(item));
    const first = add(1);
    await new Promise((resolve) => setImmediate(resolve));
    const others = Promise.all([add(2), add(3), add(4)]);
    expect(writer.batches).toEqual([[1]]);
    expect(done).toEqual([]);
    await writer.release();
    await first;
    expect(done).toEqual([1]);
    expect(writer.batches).toEqual([[1], [2, 3, 4]]);
    await writer.release();
    await others;
    expect(done).toEqual([1, 2, 3, 4]);
  });

  it('writes callers of the same turn together', async () => {
    const writer = createWriter();
    const queue = createGroupCommit({ write: writer.write, batchMax: 100, waitingMax: 100 });
    const all = Promise.all([queue.add(1), queue.add(2)]);
    await writer.release();
    await all;
    expect(writer.batches).toEqual([[1, 2]]);
  });

  it('never writes more than a batch at once', async () => {
    const batches: number[] = [];
    const queue = createGroupCommit<number>({
      write: (items) => Promise.resolve(void batches.push(items.length)),
      batchMax: 4,
      waitingMax: 100,
    });
    await Promise.all(Array.from({ length: 10 }, (_, item) => queue.add(item)));
    expect(batches).toEqual([4, 4, 2]);
  });

  it('lets only the item at fault fail', async () => {
    const written: number[] = [];
    const queue = createGroupCommit<number>({
      write: (items) => {
        if (items.includes(3)) return Promise.reject(new Error('three'));
        written.push(...items);
        return Promise.resolve();
      },
      batchMax: 100,
      waitingMax: 100,
    });
    const results = await Promise.allSettled([1, 2, 3, 4].map((item) => queue.add(item)));
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(written).toEqual([1, 2, 4]);
    await queue.add(5);
    expect(written).toEqual([1, 2, 4, 5]);
  });

  it('fails the whole batch for an error that no single item explains', async () => {
    let writes = 0;
    const queue = createGroupCommit<number>({
      write: () => {
        writes += 1;
        return Promise.reject(new Error('no connection'));
      },
      separable: () => false,
      batchMax: 100,
      waitingMax: 100,
    });
    const results = await Promise.allSettled([queue.add(1), queue.add(2)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(writes).toBe(1);
  });

  it('refuses when too many wait, and goes on afterwards', async () => {
    const writer = createWriter();
    const queue = createGroupCommit({ write: writer.write, batchMax: 1, waitingMax: 2 });
    const accepted = Promise.all([queue.add(1), queue.add(2)]);
    const error = await queue.add(3).catch((reason: unknown) => reason);
    expect(isPortageError(error, 'SERVICE_UNAVAILABLE')).toBe(true);
    await writer.release();
    await writer.release();
    await accepted;
    const later = queue.add(4);
    await writer.release();
    await later;
    expect(writer.batches).toEqual([[1], [2], [4]]);
  });

  it('writes what is waiting before it closes, and refuses what comes later', async () => {
    const written: number[] = [];
    const queue = createGroupCommit<number>({
      write: (items) => Promise.resolve(void written.push(...items)),
      batchMax: 1,
      waitingMax: 10,
    });
    const both = Promise.all([queue.add(1), queue.add(2)]);
    await queue.close();
    expect(written).toEqual([1, 2]);
    await both;
    const error = await queue.add(3).catch((reason: unknown) => reason);
    expect(isPortageError(error, 'SERVICE_UNAVAILABLE')).toBe(true);
  });
});
