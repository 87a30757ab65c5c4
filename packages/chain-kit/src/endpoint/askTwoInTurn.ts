import type { Endpoint } from './createEndpoint.js';

/** Endpoints that take turns, and whose turn it is. */
export interface Turn {
  readonly endpoints: readonly Endpoint[];
  /** Number of the question. */
  readonly turn: number;
}

/**
 * Asks two endpoints that follow one another, other ones with each turn: at least one of them is
 * another than the one that was asked first at some time before. One that fails is left out.
 *
 * @throws whatever the first one threw, where both fail
 * @example
 * ```ts
 * const lists = await askTwoInTurn({ endpoints, turn: 7 }, ({ label }) => Promise.resolve(label));
 * ```
 */
export async function askTwoInTurn<Answer>(
  { endpoints, turn }: Turn,
  ask: (endpoint: Endpoint) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const chosen = [turn, turn + 1].flatMap((index) => endpoints[index % endpoints.length] ?? []);
  const settled = await Promise.allSettled([...new Set(chosen)].map(ask));
  const answers = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const [failure] = settled.flatMap((one) => (one.status === 'rejected' ? [one] : []));
  if (answers.length === 0 && failure !== undefined) throw failure.reason;
  return answers;
}
