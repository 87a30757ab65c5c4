import { systemClock } from '@portage/core';

/** Result of one look: the value where the read gave one, and the error where one was thrown. */
export interface Look<Value> {
  readonly isRight: boolean;
  /** Value in a list, which is empty where the read gave none. */
  readonly values: readonly Value[];
  readonly error?: unknown;
}

/**
 * Reads and matches once. A read that throws or does not end within `msMax` milliseconds, and a
 * matcher that throws, make a look that is not right.
 */
export async function lookOnce<Value>(
  read: () => Promise<Value> | Value,
  matcher: (value: Value) => unknown,
  msMax: number,
): Promise<Look<Value>> {
  const done = new AbortController();
  const hung = systemClock
    .sleep(msMax, done.signal)
    .then((): Look<Value> => ({
      isRight: false,
      values: [],
      error: new Error(`a read did not end within ${String(Math.round(msMax / 1_000))} s`),
    }));
  try {
    return await Promise.race([readAndMatch(read, matcher), hung]);
  } finally {
    done.abort();
  }
}

async function readAndMatch<Value>(
  read: () => Promise<Value> | Value,
  matcher: (value: Value) => unknown,
): Promise<Look<Value>> {
  const values: Value[] = [];
  try {
    const value = await read();
    values.push(value);
    return { isRight: (await matcher(value)) !== false, values };
  } catch (error) {
    return { isRight: false, values, error };
  }
}
