import { wait } from './wait.js';

/**
 * Time, as a part that never asks the system for it. A test or a simulation passes a clock of its
 * own, and decides when a wait is over.
 */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
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
  sleep: wait,
  every: (ms, work, signal) => {
    if (signal.aborted) return;
    const timer = setInterval(work, ms);
    unref(timer);
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  },
  timeout: (ms) => AbortSignal.timeout(ms),
};

/** A timer is an object in Node, and a number in browsers, which need none of this. */
function unref(timer: NodeJS.Timeout | number): void {
  if (typeof timer === 'object') timer.unref();
}
