import type { Endpoint } from '../endpoint/createEndpoint.js';
import { withDeadline } from '../endpoint/withDeadline.js';
import { createBreaker } from '../endpoint/createBreaker.js';
import { createTally, type QuorumValue, type Tally } from './tally.js';

/** A question that every endpoint of a chain is asked. */
export interface QuorumQuestion<Value extends QuorumValue> {
  /** Noun for logs and metrics, as in `events`. */
  readonly subject: string;
  /** Number of items that the question is about: each is agreed on by itself. */
  readonly items: number;
  /**
   * One endpoint's value for each item; undefined where it has nothing to tell. Throws where the
   * endpoint refuses or talks nonsense: it then has no vote.
   */
  readonly ask: (
    endpoint: Endpoint,
    signal: AbortSignal,
  ) => Promise<readonly (Value | undefined)[]>;
}

/** A question about a height, such as the newest final block. */
export interface HeightQuestion {
  readonly subject: string;
  /** One endpoint's height; undefined where it has none to tell, which is no vote. */
  readonly ask: (endpoint: Endpoint, signal: AbortSignal) => Promise<number | undefined>;
}

/** A question that each endpoint may answer in its own way, such as what fees it sees. */
export interface OpenQuestion<Answer> {
  readonly subject: string;
  readonly ask: (endpoint: Endpoint, signal: AbortSignal) => Promise<Answer>;
}

/** An endpoint that did not say what a quorum said. */
export interface Dissent {
  /** Scheme and host of the endpoint, safe to print. */
  readonly endpoint: string;
  /** Noun of the question. */
  readonly subject: string;
  /** `failed`: no answer in time, a refusal or nonsense. `disagreed`: another answer. */
  readonly kind: 'failed' | 'disagreed';
}

/** One reading of a chain: what a quorum of its endpoints says. */
export interface Quorum {
  /** Endpoints that must agree. */
  readonly needed: number;
  /**
   * Asks the endpoints at once and answers as soon as a quorum agrees, or no longer can: the value
   * of each item; undefined where no quorum tells one. An endpoint that is late, fails or differs
   * never counts, and the quorum never shrinks.
   */
  read<Value extends QuorumValue>(
    question: QuorumQuestion<Value>,
    signal?: AbortSignal,
  ): Promise<readonly (Value | undefined)[]>;
  /**
   * The height that a quorum of endpoints has reached: the quorum-th highest of their answers by
   * the deadline; undefined where fewer answer.
   */
  height(question: HeightQuestion, signal?: AbortSignal): Promise<number | undefined>;
  /**
   * Every answer that comes by the deadline, for a value of which a median can be taken. Fewer than
   * `needed` prove nothing.
   */
  answers<Answer>(question: OpenQuestion<Answer>, signal?: AbortSignal): Promise<readonly Answer[]>;
}

/** Options of {@link createQuorum}. */
export interface QuorumOptions {
  /** Endpoints that must agree. */
  readonly needed: number;
  /** Milliseconds that an endpoint has for its whole answer. */
  readonly deadlineMs: number;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Told of each endpoint that failed or disagreed. */
  readonly onDissent?: ((dissent: Dissent) => void) | undefined;
}

/**
 * Makes the reading of a chain that money may rest on. An endpoint that keeps failing rests for a
 * while and is not waited for; where too few are left for a quorum, all are asked.
 *
 * @example
 * ```ts
 * const quorum = createQuorum(endpoints, { needed: 2, deadlineMs: 10_000, clock: Date.now });
 * const [hash] = await quorum.read({
 *   subject: 'block hash',
 *   items: 1,
 *   ask: async ({ ask }, signal) => [await readBlockHash(ask, signal)],
 * });
 * ```
 */
export function createQuorum(endpoints: readonly Endpoint[], options: QuorumOptions): Quorum {
  const { needed, deadlineMs, clock, onDissent } = options;
  const members = endpoints.map((endpoint) => ({ endpoint, breaker: createBreaker(clock) }));
  type Member = (typeof members)[number];

  function awake(): readonly Member[] {
    const ready = members.filter(({ breaker }) => !breaker.rests());
    return ready.length < needed ? members : ready;
  }

  async function answerOf<Answer>(
    { endpoint, breaker }: Member,
    subject: string,
    ask: (endpoint: Endpoint, signal: AbortSignal) => Promise<Answer>,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly answer: Answer } | undefined> {
    try {
      const answer = await withDeadline((stop) => ask(endpoint, stop), deadlineMs, signal);
      breaker.succeeded();
      return { answer };
    } catch {
      // The caller aborted: that is no failure of the endpoint.
      if (signal?.aborted === true) return undefined;
      breaker.failed();
      onDissent?.({ endpoint: endpoint.label, subject, kind: 'failed' });
      return undefined;
    }
  }

  async function answers<Answer>(
    { subject, ask }: OpenQuestion<Answer>,
    signal?: AbortSignal,
  ): Promise<readonly Answer[]> {
    const told = await Promise.all(awake().map((member) => answerOf(member, subject, ask, signal)));
    return told.flatMap((each) => (each === undefined ? [] : [each.answer]));
  }

  return {
    needed,
    answers,
    read: <Value extends QuorumValue>(
      { subject, items, ask }: QuorumQuestion<Value>,
      signal?: AbortSignal,
    ) =>
      new Promise<readonly (Value | undefined)[]>((resolve, reject) => {
        const tallies = Array.from({ length: items }, () => createTally<Value>(needed));
        const asked = awake();
        let outstanding = asked.length;
        const settle = (): void => {
          if (tallies.every((tally) => tally.isDecided(outstanding)))
            resolve(tallies.map((tally) => tally.agreed()));
        };
        const votes = asked.map(async (member) => {
          const told = await answerOf(member, subject, ask, signal);
          outstanding -= 1;
          if (told !== undefined)
            for (const [index, tally] of tallies.entries()) tally.vote(told.answer[index]);
          settle();
          return { label: member.endpoint.label, values: told?.answer };
        });
        settle();
        Promise.all(votes)
          .then((all) => {
            for (const { label, values } of all)
              if (values !== undefined && differs(tallies, values))
                onDissent?.({ endpoint: label, subject, kind: 'disagreed' });
          })
          .catch(reject);
      }),
    height: async (question, signal) =>
      (await answers(question, signal)).flatMap((height) => height ?? []).sort((a, b) => b - a)[
        needed - 1
      ],
  };
}

/**
 * Whether an endpoint told anything else than what was agreed; having nothing to tell is no vote.
 */
function differs<Value>(
  tallies: readonly Tally<Value>[],
  values: readonly (Value | undefined)[],
): boolean {
  return tallies.some((tally, index) => {
    const agreed = tally.agreed();
    const own = values[index];
    return agreed !== undefined && own !== undefined && own !== agreed;
  });
}
