import { relative, sep } from 'node:path';
import type { PackageImports } from './findFolderCircles.js';

/** An import from a wing into one that comes after it. */
export interface DownwardImport {
  readonly file: string;
  readonly line: number;
  /** Wing of the file. */
  readonly from: string;
  /** Wing that it imports. */
  readonly to: string;
}

/** Imports that go against the order of wings; files outside of all wings import what they need. */
export function findDownwardImports(
  source: string,
  imports: PackageImports,
  wings: readonly string[],
): readonly DownwardImport[] {
  const wingOf = (file: string): string => relative(source, file).split(sep)[0] ?? '';
  return [...imports].flatMap(([file, located]) => {
    const from = wingOf(file);
    const place = wings.indexOf(from);
    return located
      .map(({ path, line }) => ({ file, line, from, to: wingOf(path) }))
      .filter(({ to }) => place !== -1 && (wings.indexOf(to) > place || !wings.includes(to)));
  });
}
