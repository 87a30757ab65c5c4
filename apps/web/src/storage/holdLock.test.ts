import { expect, it } from 'vitest';
import { holdLock } from './holdLock.js';

/** Locks of a browser: each is held by one at a time, and the others wait in a row. */
function createLocks(): LockManager {
  const ends = new Map<string, Promise<unknown>>();
  const request = async (
    name: string,
    { ifAvailable = false, signal }: LockOptions,
    use: (lock: unknown) => unknown,
  ): Promise<unknown> => {
    const before = ends.get(name);
    if (before !== undefined && ifAvailable) return await use(null);
    const turn = (async () => {
      await before;
      signal?.throwIfAborted();
      return await use({ name });
    })();
    const end = turn
      .catch(() => undefined)
      .then(() => {
        if (ends.get(name) === end) ends.delete(name);
      });
    ends.set(name, end);
    return await turn;
  };
  // What is not asked for here is left out.
  return { request } as unknown as LockManager;
}

/** Work that ends on demand. */
function createWork() {
  const stop = new AbortController();
  let begun = 0;
  const work = (): Promise<void> => {
    begun += 1;
    return new Promise((resolve) => {
      if (stop.signal.aborted) resolve();
      else stop.signal.addEventListener('abort', () => resolve());
    });
  };
  return { work, end: () => stop.abort(), begun: () => begun };
}

it('work of another page begins once the first one is done', async () => {
  const locks = createLocks();
  const { signal } = new AbortController();
  const [first, second] = [createWork(), createWork()];
  let waits = 0;
  const options = { locks, signal, onWait: () => void (waits += 1) };
  const one = holdLock('a', first.work, options);
  const other = holdLock('a', second.work, options);
  await expect.poll(() => waits).toBe(1);
  expect([first.begun(), second.begun()]).toEqual([1, 0]);
  first.end();
  await one;
  await expect.poll(second.begun).toBe(1);
  second.end();
  await other;
});

it('whoever gives up waiting never begins', async () => {
  const locks = createLocks();
  const stop = new AbortController();
  const [first, second] = [createWork(), createWork()];
  const one = holdLock('a', first.work, {
    locks,
    signal: new AbortController().signal,
    onWait: () => undefined,
  });
  const other = holdLock('a', second.work, {
    locks,
    signal: stop.signal,
    onWait: () => stop.abort(),
  });
  await expect.poll(() => stop.signal.aborted).toBe(true);
  first.end();
  await Promise.all([one, other]);
  expect(second.begun()).toBe(0);
});

it('without locks each page works', async () => {
  const work = createWork();
  work.end();
  await holdLock('a', work.work, {
    locks: undefined,
    signal: new AbortController().signal,
    onWait: () => undefined,
  });
  expect(work.begun()).toBe(1);
});
