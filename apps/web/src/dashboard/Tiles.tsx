import type { ReactElement } from 'react';

/** A figure with its name. */
export interface Tile {
  readonly label: string;
  readonly value: string;
  readonly note?: string;
}

/** Properties of {@link Tiles}. */
export interface TilesProps {
  readonly tiles: readonly Tile[];
}

/** The figures that matter most, side by side. */
export function Tiles({ tiles }: TilesProps): ReactElement {
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {tiles.map(({ label, value, note }) => (
        <div key={label} className="min-w-0 rounded-2xl border border-line bg-card px-4 py-3.5">
          <dt className="text-sm text-quiet">{label}</dt>
          <dd className="mt-1 truncate text-2xl font-semibold tracking-tight tabular-nums">
            {value}
          </dd>
          {note === undefined ? undefined : <dd className="text-xs text-quiet">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
