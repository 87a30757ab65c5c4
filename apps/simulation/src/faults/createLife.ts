/** Life of a process, which ends at once and without a word. */
export interface Life {
  /** Aborts when the process dies. */
  readonly died: AbortSignal;
  isOver(): boolean;
  /** Kills the process, naming the point at which it dies. */
  end(point: string): void;
  /** The value, unless the process has died by then: no caller is left to get it. */
  alive<T>(work: Promise<T>): Promise<T>;
}

const never = new Promise<never>(() => undefined);

/** Begins a life; `onEnd` is called once, with the point of death. */
export function createLife(onEnd: (point: string) => void): Life {
  const death = new AbortController();
  return {
    died: death.signal,
    isOver: () => death.signal.aborted,
    end: (point) => {
      if (death.signal.aborted) return;
      death.abort();
      onEnd(point);
    },
    alive: (work) =>
      work.then(
        (value) => (death.signal.aborted ? never : value),
        (error: unknown) => {
          if (death.signal.aborted) return never;
          throw error;
        },
      ),
  };
}
