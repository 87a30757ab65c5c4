/**
 * One line of CSV. A cell that a spreadsheet would read as a formula gets a leading apostrophe,
 * because strangers wrote some of the text.
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
