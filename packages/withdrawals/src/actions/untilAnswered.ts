import { isPortageError } from '@portage/core';
import { sleep } from '@portage/core/executor';

/** Milliseconds before each further attempt. */
const pausesMs = [500, 2_000, 5_000];

/**
 * Makes a call that changes nothing when it is made twice, and makes it again where no answer came:
 * the service may have taken it in all the same.
 *
 * @param call - gets the number of the attempt, from 0
 * @throws PortageError what the last attempt throws
 */
export async function untilAnswered<T>(
  call: (attempt: number) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call(attempt);
    } catch (error) {
      const pauseMs = pausesMs[attempt];
      const isUnanswered =
        isPortageError(error, 'HTTP_REQUEST_FAILED') || isPortageError(error, 'REQUEST_TIMED_OUT');
      if (!isUnanswered || pauseMs === undefined) throw error;
      await sleep(pauseMs, signal);
    }
  }
}
