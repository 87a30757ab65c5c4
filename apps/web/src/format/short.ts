/** The ends of a long text, as addresses and transactions are shown. */
export function shortText(text: string, ends = 5): string {
  const head = text.startsWith('0x') ? ends + 1 : ends;
  return text.length <= head + ends + 1 ? text : `${text.slice(0, head)}…${text.slice(-ends + 1)}`;
}

/** Seconds as people say them. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${String(Math.max(1, Math.round(seconds)))} s`;
  if (seconds < 3_600) return `${String(Math.round(seconds / 60))} min`;
  return `${String(Math.round(seconds / 3_600))} h`;
}

/** A moment by its ISO text, to the second. */
export function dateTime(text: string): string {
  return new Date(text).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' });
}

/** A time as people look back on it. */
export function ago(then: number, now: number): string {
  const seconds = (now - then) / 1_000;
  return seconds < 5 ? 'just now' : `${duration(seconds)} ago`;
}
