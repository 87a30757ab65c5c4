/** An answer that was asked for; `value` is undefined where none came, or none that is taken. */
export interface KeptAnswer<T> {
  readonly value: T | undefined;
  /** Milliseconds since 1970 when it was asked for. */
  readonly askedAt: number;
}

/** Answers of a venue by their questions, for a while. */
export interface Answers<T> {
  /** The answer to a question while it is fresh; undefined while there is none. */
  get(question: string): KeptAnswer<T> | undefined;
  /**
   * Asks, unless it was asked lately. Undefined where nothing is awaited: the answer is there, or
   * too many are awaited already.
   */
  ask(question: string, fetch: () => Promise<T>): Promise<void> | undefined;
}

/** Bounds of {@link createAnswers}. */
export interface AnswersOptions {
  /** Milliseconds for which an answer is kept, and a failure. */
  readonly keptMs: number;
  readonly clock: () => number;
  /** Told of what is refused. */
  readonly onFailure: (error: unknown) => void;
}

/** Answers that are kept, and questions that are open, at most. */
const [keptMax, openMax] = [1_000, 32];

/** Keeps the answers of a venue, so that one question is asked once in a while, however often. */
export function createAnswers<T>({ keptMs, clock, onFailure }: AnswersOptions): Answers<T> {
  const kept = new Map<string, KeptAnswer<T>>();
  const open = new Map<string, Promise<void>>();
  const get = (question: string): KeptAnswer<T> | undefined => {
    const answer = kept.get(question);
    return answer !== undefined && clock() - answer.askedAt <= keptMs ? answer : undefined;
  };
  const keep = (question: string, answer: KeptAnswer<T>): void => {
    // The oldest go first: a map keeps the order in which its entries came.
    kept.delete(question);
    kept.set(question, answer);
    for (const old of kept.keys()) {
      if (kept.size <= keptMax) break;
      kept.delete(old);
    }
  };
  return {
    get,
    ask: (question, fetch) => {
      if (get(question) !== undefined) return undefined;
      const awaited = open.get(question);
      if (awaited !== undefined) return awaited;
      if (open.size >= openMax) return undefined;
      const askedAt = clock();
      const asked = fetch()
        .catch((error: unknown) => {
          onFailure(error);
          return undefined;
        })
        .then((value) => {
          keep(question, { value, askedAt });
          open.delete(question);
        });
      open.set(question, asked);
      return asked;
    },
  };
}
