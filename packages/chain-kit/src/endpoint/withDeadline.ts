/**
 * Runs work with a signal that aborts when the caller's does, or after so many milliseconds,
 * whatever the work has received by then. Nothing is left behind on the caller's signal.
 */
export async function withDeadline<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  deadlineMs: number,
  signal: AbortSignal | undefined,
): Promise<Result> {
  signal?.throwIfAborted();
  const ended = new AbortController();
  const abort = (): void => ended.abort(signal?.reason);
  const timer = setTimeout(
    () => ended.abort(new DOMException('The deadline has passed.', 'TimeoutError')),
    deadlineMs,
  );
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await work(ended.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
