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
   * Asks, unless it was asked lately: undefined where the answer is there, `full` where as many are
   * awaited as may be, in all or by this caller. Questions without a caller are the service's own.
   */
  ask(
    question: string,
    fetch: () => Promise<T>,
    caller?: string,
  ): Promise<void> | 'full' | undefined;
}

/** Bounds of {@link createAnswers}. */
export interface AnswersOptions {
  /** Milliseconds for which an answer is kept, and a failure. */
  readonly keptMs: number;
  readonly clock: () => number;
  /** Told of what is refused. */
  readonly onFailure: (error: unknown) => void;
}

/** Answers that are kept, at most. */
const keptMax = 1_000;
/** Questions that are open at most: of all, and of one caller, who takes no other's place. */
export const openMax = { all: 64, perCaller: 16 } as const;

interface OpenQuestion {
  readonly caller: string | undefined;
  readonly answered: Promise<void>;
}

/** Keeps the answers of a venue, so that one question is asked once in a while, however often. */
export function createAnswers<T>({ keptMs, clock, onFailure }: AnswersOptions): Answers<T> {
  const kept = new Map<string, KeptAnswer<T>>();
  const open = new Map<string, OpenQuestion>();
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
  const hasRoom = (caller: string | undefined): boolean => {
    if (caller === undefined) return open.size < openMax.all;
    const own = [...open.values()].filter((each) => each.caller === caller).length;
    return own < openMax.perCaller && open.size < openMax.all;
  };
  return {
    get,
    ask: (question, fetch, caller) => {
      if (get(question) !== undefined) return undefined;
      const awaited = open.get(question);
      if (awaited !== undefined) return awaited.answered;
      if (!hasRoom(caller)) return 'full';
      const askedAt = clock();
      const answered = fetch()
        .catch((error: unknown) => {
          onFailure(error);
          return undefined;
        })
        .then((value) => {
          keep(question, { value, askedAt });
          open.delete(question);
        });
      open.set(question, { caller, answered });
      return answered;
    },
  };
}
