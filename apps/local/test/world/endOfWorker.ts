const place = Symbol.for('portage.test.endOfWorker');

/** Work that is done when a worker has run its last file. */
export type EndOfWorker = (() => Promise<void>)[];

/**
 * Work at the end of this worker. Vitest loads the environment and the tests separately, so the
 * list is found by the process.
 */
export function endOfWorker(): EndOfWorker {
  // `place` is ours alone.
  const holder = globalThis as Record<symbol, EndOfWorker | undefined>;
  return (holder[place] ??= []);
}
