type Closer = () => Promise<unknown>;

/** Things to close, the newest first, at the end or when a signal stops the program. */
export interface Closers {
  add(closer: Closer): void;
  close(): Promise<void>;
}

/** Collects what has to be closed; a signal closes it all, so that no process or folder stays. */
export function createClosers(): Closers {
  const closers: Closer[] = [];
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  let closing: Promise<void> | undefined;
  // One run for both ways of ending: what fails because a signal closed it waits for the rest.
  const closeAll = (): Promise<void> => (closing ??= closeEach(closers));
  const stop = (): void => {
    void closeAll().finally(() => process.exit(130));
  };
  for (const signal of signals) process.once(signal, stop);
  return {
    add: (closer) => void closers.unshift(closer),
    close: async () => {
      await closeAll();
      for (const signal of signals) process.off(signal, stop);
    },
  };
}

async function closeEach(closers: Closer[]): Promise<void> {
  for (const closer of closers.splice(0)) await closer();
}
