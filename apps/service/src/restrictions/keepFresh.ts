import { describeError, type Clock, type Log } from '@portage/core';

const pollMsDefault = 1_000;

/** Clock, log and lifetime of what is kept in memory for quotes. */
export interface FreshOptions {
  readonly clock: Pick<Clock, 'every'>;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Milliseconds between readings; a second by default. */
  readonly pollMs?: number | undefined;
}

/**
 * Reads a value now and again every while, and returns the last one that could be read.
 *
 * @param what - names the value in the log when it cannot be read
 */
export async function keepFresh<T>(
  what: string,
  read: () => Promise<T>,
  { clock, log, signal, pollMs = pollMsDefault }: FreshOptions,
): Promise<() => T> {
  let last = await read();
  const refresh = async (): Promise<void> => {
    last = await read();
  };
  clock.every(
    pollMs,
    () => {
      refresh().catch((error: unknown) => {
        if (!signal.aborted) log(`${what} could not be read`, { error: describeError(error) });
      });
    },
    signal,
  );
  return () => last;
}
