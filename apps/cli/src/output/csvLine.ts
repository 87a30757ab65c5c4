/**
 * One line of CSV. Cells that a spreadsheet would take for a formula begin with an apostrophe: some
 * of them hold what strangers wrote.
 *
 * @example
 * ```ts
 * csvLine(['a, b', 1, undefined]); // '"a, b",1,'
 * ```
 */
export function csvLine(cells: readonly (string | number | undefined)[]): string {
  return cells
    .map((cell) =>
      typeof cell === 'string'
        ? quote(/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)
        : String(cell ?? ''),
    )
    .join(',');
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
