import type { CheckRow } from './checkRow.js';

/** Rows as a table for people, its hints below the rows. Pure. */
export function printRows(rows: readonly CheckRow[]): string {
  const cells = rows.map(({ result, check, subject = '' }) => [result, check, subject]);
  const widths = [0, 1, 2].map((column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0), 0),
  );
  const lines = rows.flatMap(({ message = '', hint }, index) => {
    const start = (cells[index] ?? []).map((cell, column) => cell.padEnd(widths[column] ?? 0));
    const line = [...start, message].join('  ').trimEnd();
    return hint === undefined ? [line] : [line, `${' '.repeat(4)}${hint}`];
  });
  return `${lines.join('\n')}\n`;
}

/** Exit code of a check: 1 where something failed, 0 where the service would start. */
export function exitCodeOf(rows: readonly CheckRow[]): 0 | 1 {
  return rows.some(({ result }) => result === 'failed') ? 1 : 0;
}
