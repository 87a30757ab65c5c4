import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../runSteps.mjs';

const importPattern = /(?:from|import)\s*\(?\s*'([^']+)'/g;

/** Source files of the workspace, from the root. */
function sourceFiles() {
  const args = ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*package.json'];
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)));
}

/** Sources behind the doors of packages, by what is imported. */
function readDoors(files) {
  const doors = new Map();
  for (const file of files.filter((name) => name.endsWith('package.json'))) {
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, file), 'utf8'));
    for (const [key, target] of Object.entries(exports)) {
      const source = target['@portage/source'];
      if (source !== undefined) doors.set(`${name}${key.slice(1)}`, join(dirname(file), source));
    }
  }
  return doors;
}

/**
 * Files that each file is imported by, read from the text of imports: in a second, for a workspace
 * that a compiler takes a minute for. Imports of types count only where `withTypes`.
 */
export function readImporters() {
  const files = sourceFiles();
  const known = new Set(files);
  const doors = readDoors(files);
  const importers = new Map();
  const targetOf = (file, specifier) => {
    if (!specifier.startsWith('.')) return doors.get(specifier);
    const path = join(dirname(file), specifier);
    return [path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx'), path].find((each) =>
      known.has(each),
    );
  };
  for (const file of files) {
    if (file.endsWith('.json')) continue;
    const text = readFileSync(join(root, file), 'utf8').replace(/import type [^;]*;/g, '');
    for (const [, specifier] of text.matchAll(importPattern)) {
      const target = targetOf(file, specifier);
      if (target !== undefined) importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return importers;
}

/** Files that reach one of these by imports, nearest first, with how many imports away they are. */
export function reachedBy(importers, changed) {
  const distances = new Map(changed.map((file) => [file, 0]));
  // A map goes on to what is added while it is walked.
  for (const [file, distance] of distances)
    for (const importer of importers.get(file) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  return distances;
}
