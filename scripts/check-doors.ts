/**
 * Holds the doors of packages to a size that a reader can take in: names that an entry exports.
 */
import { join } from 'node:path';
import { exportedNames } from './examples/publishedPackages.js';
import { workspacePackages } from './workspacePackages.js';

const root = join(import.meta.dirname, '..');

/** The most names behind a door; doors that are not listed have at most {@link namesMax}. */
const limits: Readonly<Record<string, number>> = {
  '@portage/core': 80,
  '@portage/core/chain': 79,
  '@portage/core/executor': 30,
  '@portage/core/schemas': 120,
  '@portage/sdk': 132,
  '@portage/settlement': 53,
};

const namesMax = 100;

const problems: string[] = [];
let count = 0;
for (const { folder, manifest } of workspacePackages(root)) {
  for (const [key, target] of Object.entries(manifest.exports ?? {})) {
    const source = typeof target === 'string' ? undefined : target['@portage/source'];
    if (source === undefined) continue;
    count += 1;
    const door = manifest.name + key.slice(1);
    const names = exportedNames(join(folder, source)).size;
    const limit = limits[door] ?? namesMax;
    if (names > limit)
      problems.push(`${door} exports ${String(names)} names, at most ${String(limit)}`);
  }
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`${String(count)} doors, ${String(problems.length)} problems\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
