import { Download } from 'lucide-react';
import type { ReactElement } from 'react';
import { csvText } from './csvText.js';

/** Properties of {@link CsvButton}. */
export interface CsvButtonProps {
  /** Name of the file without its ending, which also tells screen readers what is saved. */
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** Saves rows as a CSV file; nothing while there are none. */
export function CsvButton({ name, header, rows }: CsvButtonProps): ReactElement | undefined {
  if (rows.length === 0) return undefined;
  return (
    <button
      type="button"
      aria-label={`Save as CSV: ${name}`}
      className="mt-2 inline-flex min-h-9 items-center gap-1.5 text-sm text-accent hover:underline"
      onClick={() => save(`${name}.csv`, csvText(header, rows))}
    >
      <Download size={14} aria-hidden />
      <span>Save as CSV</span>
    </button>
  );
}

function save(file: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: file });
  link.click();
  URL.revokeObjectURL(url);
}
