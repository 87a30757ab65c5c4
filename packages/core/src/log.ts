/**
 * Receiver of notes about work that no caller waits for: a loop, a connection that broke while
 * idle. A note that reports a failure has an `error` in its context.
 */
export type Log = (message: string, context?: Readonly<Record<string, unknown>>) => void;
