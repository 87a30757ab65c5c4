import type { Observed } from '@portage/core';

/** The newest block of a chain: to read, to wait for, or to be notified of. */
export interface Heads<Head> {
  latest(): Observed<Head> | undefined;
  /**
   * The newest head that is not `seen`, as soon as there is one; undefined when the signal aborts.
   */
  next(seen: Head | undefined, signal: AbortSignal): Promise<Head | undefined>;
  /** Calls back on each new head until the chain is closed. */
  listen(listener: (head: Head) => void): void;
}

/** {@link Heads}, and the side that the follower of the chain writes to. */
export interface HeadFeed<Head> extends Heads<Head> {
  /**
   * Tells of a head. Where its hash is another, its age starts anew and listeners hear of it: an
   * endpoint that stands still answers and tells nothing new.
   *
   * @param observedAt - milliseconds since 1970. Default: now
   */
  publish(head: Head, observedAt?: number): void;
}

/**
 * Keeps the newest head and tells of it. Which head is the newest is the follower's judgement, not
 * ours.
 *
 * @example
 * ```ts
 * const feed = createHeadFeed<{ hash: string }>(Date.now);
 * feed.listen(({ hash }) => console.log(hash));
 * feed.publish({ hash: '0x…' });
 * ```
 */
export function createHeadFeed<Head extends { readonly hash: string }>(
  clock: () => number,
): HeadFeed<Head> {
  let latest: Observed<Head> | undefined;
  const listeners = new Set<(head: Head) => void>();
  return {
    latest: () => latest,
    next: (seen, signal) => {
      if (signal.aborted) return Promise.resolve(undefined);
      if (latest !== undefined && latest.value.hash !== seen?.hash)
        return Promise.resolve(latest.value);
      return new Promise((resolve) => {
        const finish = (head: Head | undefined): void => {
          listeners.delete(finish);
          signal.removeEventListener('abort', abort);
          resolve(head);
        };
        const abort = (): void => finish(undefined);
        listeners.add(finish);
        signal.addEventListener('abort', abort, { once: true });
      });
    },
    listen: (listener) => {
      listeners.add(listener);
    },
    publish: (head, observedAt = clock()) => {
      const isNews = latest?.value.hash !== head.hash;
      latest = {
        value: head,
        observedAt: isNews ? observedAt : (latest?.observedAt ?? observedAt),
      };
      if (isNews) for (const listener of [...listeners]) listener(head);
    },
  };
}
