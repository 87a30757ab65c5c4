import { relative, sep } from 'node:path';
import type { LocatedImport } from './findCircles.js';

/** Imports of each file of a package. */
export type PackageImports = ReadonlyMap<string, readonly LocatedImport[]>;

/** An import from one folder into another from which a way leads back. */
export interface CircularImport extends LocatedImport {
  readonly file: string;
  /** Folders along the circle, the first one again at its end. */
  readonly circle: readonly string[];
}

/**
 * Room of a file: the first folder under `src`, the second one within a wing, or the file itself
 * where it lies at the root.
 */
export function roomOf(source: string, file: string, wings: readonly string[] = []): string {
  const [first = '', ...rest] = relative(source, file).split(sep);
  return wings.includes(first) && rest.length > 1 ? `${first}/${rest[0] ?? ''}` : first;
}

/**
 * Imports that take part in a circle of folders. Files of one folder may import each other freely;
 * two folders that import each other can only be understood, and moved, together.
 */
export function findFolderCircles(
  source: string,
  imports: PackageImports,
  wings: readonly string[] = [],
): readonly CircularImport[] {
  const room = (file: string): string => roomOf(source, file, wings);
  const rooms = new Map<string, Set<string>>();
  for (const [file, located] of imports) {
    const own = room(file);
    const next = rooms.get(own) ?? new Set<string>();
    rooms.set(own, next);
    for (const { path } of located) if (room(path) !== own) next.add(room(path));
  }
  return [...imports].flatMap(([file, located]) =>
    located.flatMap((entry) => {
      const [from, to] = [room(file), room(entry.path)];
      const back = from === to ? undefined : shortestWay(rooms, to, from);
      return back === undefined ? [] : [{ ...entry, file, circle: [from, ...back] }];
    }),
  );
}

/** Shortest way between two rooms, both included; undefined where none leads there. */
function shortestWay(
  rooms: ReadonlyMap<string, ReadonlySet<string>>,
  from: string,
  to: string,
): readonly string[] | undefined {
  const seen = new Set([from]);
  let ways: readonly (readonly string[])[] = [[from]];
  while (ways.length > 0) {
    const arrived = ways.find((way) => way.at(-1) === to);
    if (arrived !== undefined) return arrived;
    ways = ways.flatMap((way) =>
      [...(rooms.get(way.at(-1) ?? '') ?? [])]
        .filter((room) => !seen.has(room) && seen.add(room))
        .map((room) => [...way, room]),
    );
  }
  return undefined;
}
