import type { ReactElement, ReactNode } from 'react';

/** Properties of a {@link Table}. */
export interface TableProps {
  /** Name of the table, for screen readers. */
  readonly label: string;
  readonly columns: readonly string[];
  /** Columns that hold numbers: these stand on the right. */
  readonly numbers?: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
  /** Said where there are no rows. */
  readonly empty: string;
}

/** A table that scrolls sideways where it is too wide. */
export function Table(props: TableProps): ReactElement {
  const { label, columns, numbers = [], rows, empty } = props;
  const sideOf = (column: string | undefined): string =>
    numbers.some((each) => each === column) ? 'text-right' : '';
  if (rows.length === 0) return <p className="py-4 text-sm text-quiet">{empty}</p>;
  return (
    <div
      role="group"
      aria-label={label}
      tabIndex={0}
      className="scrolls -mx-1 overflow-x-auto px-1"
    >
      <table className="w-full text-sm tabular-nums">
        <thead>
          <tr className="border-b border-line text-left text-xs text-quiet">
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className={`py-2 pr-3 font-medium whitespace-nowrap last:pr-0 sm:pr-5 ${sideOf(column)}`}
              >
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
                <td
                  key={columns[column]}
                  className={`py-2 pr-3 whitespace-nowrap last:pr-0 sm:pr-5 ${sideOf(columns[column])}`}
                >
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
