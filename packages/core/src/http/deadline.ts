/**
 * A signal that a parent or a time limit aborts. It can be disposed of without leaving a timer or a
 * listener.
 */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Whether the time limit, and not the parent, aborted it. */
  expired(): boolean;
  /** Lifts the time limit. The parent is still followed. */
  lift(): void;
  /** Aborts everything that listens to the signal, and removes the timer and the listener. */
  dispose(): void;
}

/** Longest time of a timer. A longer limit is none. */
const timerMsMax = 2_147_483_647;

/**
 * Starts a deadline, in milliseconds; `Infinity` never expires.
 *
 * @example
 * ```ts
 * const deadline = createDeadline(15_000, signal);
 * await fetch('https://portage.example/health', { signal: deadline.signal });
 * deadline.dispose();
 * ```
 */
export function createDeadline(timeoutMs: number, parent?: AbortSignal): Deadline {
  const controller = new AbortController();
  let expired = false;
  const follow = (): void => {
    controller.abort(parent?.reason);
  };
  const timer =
    timeoutMs > timerMsMax
      ? undefined
      : setTimeout(() => {
          expired = true;
          controller.abort(new Error(`${String(timeoutMs)} ms went by.`));
        }, timeoutMs);
  if (parent?.aborted === true) follow();
  else parent?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    expired: () => expired,
    lift: () => {
      clearTimeout(timer);
    },
    dispose: () => {
      clearTimeout(timer);
      parent?.removeEventListener('abort', follow);
      controller.abort(new Error('The work is over.'));
    },
  };
}
