/** Changes of a name, letter by letter, up to which it may be meant. */
const changesMax = 2;

/**
 * The name that was meant where another one was written; undefined where none is close. Pure.
 *
 * @example
 * ```ts
 * nearest('recipent', ['recipient', 'refundTo']); // 'recipient'
 * ```
 */
export function nearest(written: string, names: readonly string[]): string | undefined {
  const lower = written.toLowerCase();
  const [first] = names
    .map((name) => ({ name, changes: changesOf(lower, name.toLowerCase()) }))
    .filter(({ changes }) => changes <= changesMax)
    .sort((a, b) => a.changes - b.changes);
  return first?.name;
}

/** Letters to add, to leave out or to change until one text is the other. */
function changesOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, place) => place);
  for (const [index, letter] of Array.from(from).entries()) {
    const next = [index + 1];
    for (const [place, other] of Array.from(to).entries()) {
      const kept = (row[place] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(kept, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
