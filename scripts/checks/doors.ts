/**
 * Holds the doors of packages to a size that a reader can take in: names that an entry exports.
 */
import { join } from 'node:path';
import { exportedNames } from '../examples/publishedPackages.js';
import { workspacePackages } from '../workspacePackages.js';
import type { Check } from './check.js';

/** The most names behind a door; doors that are not listed have at most {@link namesMax}. */
const limits: Readonly<Record<string, number>> = {
  '@portage/core': 80,
  '@portage/core/chain': 80,
  '@portage/core/executor': 30,
  '@portage/core/schemas': 120,
  '@portage/sdk': 134,
  '@portage/settlement': 53,
};

const namesMax = 100;

/** Doors of packages that export too much. */
export const checkDoors: Check = ({ root }) => {
  const doors = workspacePackages(root).flatMap(({ folder, manifest }) =>
    Object.entries(manifest.exports ?? {}).flatMap(([key, target]) => {
      const source = typeof target === 'string' ? undefined : target['@portage/source'];
      return source === undefined
        ? []
        : [{ door: manifest.name + key.slice(1), file: join(folder, source) }];
    }),
  );
  const problems = doors.flatMap(({ door, file }) => {
    const names = exportedNames(file).size;
    const limit = limits[door] ?? namesMax;
    return names > limit
      ? [`${door} exports ${String(names)} names, at most ${String(limit)}`]
      : [];
  });
  return { problems, summary: `${String(doors.length)} doors` };
};
