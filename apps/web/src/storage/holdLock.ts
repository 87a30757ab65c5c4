/** How a lock is held. */
export interface HoldOptions {
  /** Locks of all pages of the browser; undefined where it has none, as without TLS. */
  readonly locks: LockManager | undefined;
  /** Gives up waiting. */
  readonly signal: AbortSignal;
  /** Called where another page holds it: the work begins once that page is done, or closed. */
  readonly onWait: () => void;
}

/**
 * Does work that one page of a browser may do at a time. Where the browser has no locks each page
 * does it.
 */
export async function holdLock(
  name: string,
  work: () => Promise<void>,
  { locks, signal, onWait }: HoldOptions,
): Promise<void> {
  if (locks === undefined) {
    await work();
    return;
  }
  const isDone = await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock === null) return false;
    await work();
    return true;
  });
  if (isDone || signal.aborted) return;
  onWait();
  // A wait that the caller aborts is no error.
  await locks.request(name, { signal }, work).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
