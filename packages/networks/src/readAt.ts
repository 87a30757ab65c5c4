import type { Source } from './source.js';

/** A source that was compared when this list was made. */
export function readAt(source: string): Source {
  return { source, date: '2026-11-27' };
}

/** A choice of ours, explained under a heading of the decisions. */
export function chosen(heading: string): Source {
  return readAt(`docs/decisions/networks.md#${heading}`);
}
