import type { UsageEntry } from '@portage/core';
import { plain, type Paint } from './paint.js';

interface Line {
  readonly label: string;
  readonly isFailure: boolean;
  count: number;
}

/** Table of calls by key, endpoint, status and error, most first, with a bar for each. */
export function usageTable(
  entries: readonly UsageEntry[],
  columns: number,
  paint: Paint = plain,
): readonly string[] {
  const total = entries.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return ['No calls in this time.'];
  const lines = linesOf(entries);
  const most = lines[0]?.count ?? 1;
  const labelWidth = Math.max(...lines.map(({ label }) => label.length));
  const countWidth = String(total).length;
  const room = Math.max(4, Math.min(40, columns - labelWidth - countWidth - 4));
  return [
    ...lines.map(({ label, isFailure, count }) => {
      const bar = '█'.repeat(Math.max(1, Math.round((count / most) * room)));
      return `${String(count).padStart(countWidth)}  ${label.padEnd(labelWidth)}  ${isFailure ? paint.red(bar) : paint.cyan(bar)}`;
    }),
    `${String(total).padStart(countWidth)}  in all`,
  ];
}

function linesOf(entries: readonly UsageEntry[]): readonly Line[] {
  const isShared = new Set(entries.map(({ apiKey }) => apiKey)).size > 1;
  const lines = new Map<string, Line>();
  for (const { apiKey, endpoint, statusCode, errorCode, count } of entries) {
    const label = [
      ...(isShared ? [apiKey] : []),
      String(statusCode),
      endpoint,
      ...(errorCode === undefined ? [] : [errorCode]),
    ].join('  ');
    const line = lines.get(label);
    if (line === undefined) lines.set(label, { label, isFailure: statusCode >= 400, count });
    else line.count += count;
  }
  return [...lines.values()].sort((a, b) => b.count - a.count);
}
