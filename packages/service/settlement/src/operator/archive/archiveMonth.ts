/** A month of requests, and since when those must have ended that are archived. */
export interface ArchiveMonth {
  /** As in `2026-01`, in UTC. */
  readonly month: string;
  /** Milliseconds since 1970. */
  readonly endedBefore: number;
}

/** First moment of a month, in milliseconds since 1970, and that of the next one. */
export function monthBounds(month: string): readonly [from: number, to: number] {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return [Date.UTC(year, number - 1), Date.UTC(year, number)];
}

/** Values `$1` to `$3` of statements about a month: its bounds, and the end of what has ended. */
export function monthValues({ month, endedBefore }: ArchiveMonth): readonly string[] {
  return [...monthBounds(month), endedBefore].map((ms) => new Date(ms).toISOString());
}
