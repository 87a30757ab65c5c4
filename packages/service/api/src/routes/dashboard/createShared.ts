import type { RouteContext } from '../context.js';

/** How long an answer is given again. */
const freshMs = 2_000;
/** Answers that are remembered at once; the oldest is dropped first. */
const keptMax = 100;

/** Makes a reading that callers of the same key share for two seconds. A failure is not kept. */
export function createShared<T>(
  read: (key: string) => Promise<T>,
  { now }: Pick<RouteContext, 'now'>,
): (key: string) => Promise<T> {
  const kept = new Map<string, { readonly at: number; readonly answer: Promise<T> }>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined && now() - known.at < freshMs) return known.answer;
    const answer = read(key);
    kept.delete(key);
    kept.set(key, { at: now(), answer });
    answer.catch(() => kept.delete(key));
    const oldest = kept.keys().next();
    if (kept.size > keptMax && oldest.done !== true) kept.delete(oldest.value);
    return answer;
  };
}
