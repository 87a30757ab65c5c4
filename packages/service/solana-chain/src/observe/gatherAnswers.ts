/** Options of {@link gatherAnswers}. */
export interface GatherOptions {
  /** Answers that are enough. */
  readonly wanted: number;
  readonly signal: AbortSignal;
}

/**
 * The first answers of several that are asked for at once: the others are broken off as soon as
 * there are enough, so a slow one holds nothing up. Fewer where too many fail.
 */
export function gatherAnswers<Answer>(
  asks: readonly ((signal: AbortSignal) => Promise<Answer>)[],
  { wanted, signal }: GatherOptions,
): Promise<readonly Answer[]> {
  const enough = new AbortController();
  const abort = (): void => enough.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return new Promise((resolve) => {
    const answers: Answer[] = [];
    let outstanding = asks.length;
    const settle = (): void => {
      if (answers.length < wanted && outstanding > 0) return;
      resolve([...answers]);
      signal.removeEventListener('abort', abort);
      enough.abort();
    };
    for (const ask of asks)
      ask(enough.signal)
        .then(
          (answer) => answers.push(answer),
          () => undefined,
        )
        .finally(() => {
          outstanding -= 1;
          settle();
        });
    if (asks.length === 0) settle();
  });
}
