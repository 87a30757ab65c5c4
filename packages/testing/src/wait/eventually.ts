import { systemClock } from '@portage/core';
import { inVain } from './inVain.js';
import { lookOnce } from './look.js';
import { stillMsMax, waitMsMax } from './patience.js';
import { createStandstill } from './standstill.js';

/** How `eventually` waits, and what it tells where it gives up. */
export interface EventuallyOptions {
  /** State that is waited for, as the end of "waited in vain for …". */
  readonly what: string;
  /** Milliseconds of the whole wait; by default two minutes times the patience of the run. */
  readonly msMax?: number;
  /** Milliseconds between two looks; 50 by default. */
  readonly everyMs?: number;
  /**
   * Reading of the world, such as the heights of chains or the rounds of a worker. Where it stays
   * as it is for 30 seconds, what is waited for cannot come any more, and the wait ends.
   */
  readonly pulse?: () => unknown;
  /** Log of the part under test, whose end is shown where the wait was in vain. */
  readonly log?: () => string;
}

/**
 * Looks at something until it is as it should be. A read or an assertion that throws is looked at
 * again. What is waited for is an event, so the deadline is far off, and only ends a wait in vain.
 *
 * @param read Reads the value anew at each look.
 * @param matcher Gives `false`, or throws as an assertion does, where the value is not right yet.
 * Every other answer means that it is.
 * @returns The first right value.
 * @throws Error that tells what was waited for, for how long, the last value and the last error.
 * @example
 * ```ts
 * const order = { status: 'pending' };
 * setTimeout(() => (order.status = 'success'), 100);
 * await eventually(
 *   () => order.status,
 *   (status) => status === 'success',
 *   { what: 'the success of the order' },
 * );
 * ```
 */
export function eventually<Value, Right extends Value>(
  read: () => Promise<Value> | Value,
  matcher: (value: Value) => value is Right,
  options: EventuallyOptions,
): Promise<Right>;
export function eventually<Value>(
  read: () => Promise<Value> | Value,
  matcher: (value: Value) => unknown,
  options: EventuallyOptions,
): Promise<Value>;
export async function eventually<Value>(
  read: () => Promise<Value> | Value,
  matcher: (value: Value) => unknown,
  { what, msMax = waitMsMax, everyMs = 50, pulse, log }: EventuallyOptions,
): Promise<Value> {
  const startedAt = systemClock.elapsed();
  const standstill = createStandstill(pulse ?? (() => undefined), stillMsMax);
  const never = new AbortController().signal;
  let values: readonly Value[] = [];
  for (let looks = 1; ; looks += 1) {
    // The look that begins after the deadline is the last: a machine that slept looks once more.
    const leftMs = startedAt + msMax - systemClock.elapsed();
    const { isRight, error, ...look } = await lookOnce(read, matcher, leftMs + stillMsMax);
    if (look.values.length > 0) values = look.values;
    if (isRight) return values[0] as Value;
    const isStill = pulse !== undefined && (await standstill.isStill());
    if (isStill || leftMs <= 0)
      throw inVain({
        what,
        looks,
        values,
        error,
        log,
        why: isStill ? `nothing moved for ${String(stillMsMax / 1_000)} s` : 'the time was over',
        waitedMs: systemClock.elapsed() - startedAt,
      });
    await systemClock.sleep(everyMs, never);
  }
}
