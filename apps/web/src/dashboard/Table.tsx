import type { ReactElement, ReactNode } from 'react';

/** Properties of a {@link Table}. */
export interface TableProps {
  /** What the table lists, for screen readers. */
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
  /** Said where there are no rows. */
  readonly empty: string;
}

/** A table that scrolls sideways where it is too wide; numbers stand in its last columns. */
export function Table({ label, columns, rows, empty }: TableProps): ReactElement {
  if (rows.length === 0) return <p className="py-4 text-sm text-quiet">{empty}</p>;
  return (
    <div role="group" aria-label={label} tabIndex={0} className="-mx-1 overflow-x-auto px-1">
      <table className="w-full text-sm tabular-nums">
        <thead>
          <tr className="border-b border-line text-left text-xs text-quiet">
            {columns.map((column) => (
              <th key={column} scope="col" className="py-2 pr-4 font-medium whitespace-nowrap">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // Rows have no other name, and are drawn anew together.
            <tr key={row} className="border-b border-line last:border-0">
              {cells.map((cell, column) => (
                <td key={columns[column]} className="py-2 pr-4 whitespace-nowrap">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
