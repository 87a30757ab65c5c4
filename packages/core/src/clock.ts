import { wait } from './wait.js';

/**
 * Time, as a part that never asks the system for it. A test or a simulation passes a clock of its
 * own, and decides when a wait is over.
 */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Milliseconds since some moment, which never go back nor jump: for how long something takes or
   * waits. Who sets the time of a machine changes `now`, and not this.
   */
  elapsed(): number;
  /**
   * Waits for `ms` milliseconds. An abort ends the wait at once and is no error: the answer is
   * whether the time is over.
   */
  sleep(ms: number, signal: AbortSignal): Promise<boolean>;
  /** Calls `work` every `ms` milliseconds until the signal aborts; keeps no process alive. */
  every(ms: number, work: () => void, signal: AbortSignal): void;
  /** Signal that aborts after `ms` milliseconds, for the bound of a call. */
  timeout(ms: number): AbortSignal;
}

/**
 * Clock of the machine.
 *
 * @example
 * ```ts
 * while (await systemClock.sleep(1_000, signal)) console.log(systemClock.now());
 * ```
 */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: wait,
  every: (ms, work, signal) => {
    if (signal.aborted) return;
    const timer = setInterval(work, ms);
    unref(timer);
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  },
  timeout: abortAfter,
};

/**
 * The signal is held by its timer. `AbortSignal.timeout` holds its own weakly: within
 * `AbortSignal.any` Node 20 lets it go as garbage, and it never aborts.
 */
function abortAfter(ms: number): AbortSignal {
  const ended = new AbortController();
  const timer = setTimeout(() => {
    ended.abort(new DOMException('The time limit has passed.', 'TimeoutError'));
  }, ms);
  unref(timer);
  return ended.signal;
}

/** A timer is an object in Node, and a number in browsers, which need none of this. */
function unref(timer: NodeJS.Timeout | number): void {
  if (typeof timer === 'object') timer.unref();
}
