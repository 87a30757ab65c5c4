/**
 * A signal that follows a parent and a clock, and can be taken down without leaving a timer or a
 * listener.
 */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Whether the clock, and not the parent, ended it. */
  expired(): boolean;
  /** Stops the clock; the parent is still followed. */
  lift(): void;
  /** Ends everything that listens to the signal. */
  dispose(): void;
}

/** Timers cannot count further than this; a longer bound is no bound. */
const timerMsMax = 2_147_483_647;

/** Starts a deadline; `Infinity` never expires. */
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
