import { PortageError } from '@portage/core';

/**
 * Answers with a durable write, or refuses after some seconds. A commit that waits for a standby
 * cannot be taken back: it goes on, and may become durable after the refusal.
 *
 * @throws PortageError `SERVICE_UNAVAILABLE` with `retryAfterSeconds`
 */
export async function withinSeconds<T>(writing: Promise<T>, seconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new PortageError('SERVICE_UNAVAILABLE', {
          message: `The database did not make a write durable within ${String(seconds)} s.`,
          // For the log: callers learn nothing of the database.
          cause: new Error('Its synchronous standby or its disk may be stalled.'),
          context: { retryAfterSeconds: seconds },
        }),
      );
    }, seconds * 1_000);
  });
  try {
    return await Promise.race([writing, late]);
  } finally {
    clearTimeout(timer);
  }
}
