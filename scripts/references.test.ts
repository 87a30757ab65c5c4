import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workspacePackages } from './workspacePackages.js';

const root = join(import.meta.dirname, '..');

interface Config {
  readonly references?: readonly { readonly path: string }[];
}

/** Folders that a project references, from the root, in alphabetical order. */
function referencesOf(folder: string, file = 'tsconfig.json'): readonly string[] {
  // The files are ours; a wrong shape fails here.
  const { references = [] } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Config;
  return references.map(({ path }) => relative(root, join(folder, path))).sort();
}

/** Packages that are compiled; those that a bundler alone builds extend another configuration. */
const compiled = workspacePackages(root).filter(({ folder }) => {
  const file = join(folder, 'tsconfig.json');
  return existsSync(file) && readFileSync(file, 'utf8').includes('tsconfig.package.json');
});
const folders = new Map(
  compiled.map(({ folder, manifest }) => [manifest.name, relative(root, folder)]),
);

describe('references of the compiler', () => {
  it.each(compiled)('of $manifest.name are the packages of its manifest', (own) => {
    const { dependencies, devDependencies } = own.manifest;
    const wanted = Object.keys({ ...dependencies, ...devDependencies })
      .map((name) => folders.get(name))
      .filter((folder) => folder !== undefined)
      .sort();
    expect(referencesOf(own.folder)).toEqual(wanted);
  });

  it('of the build are all packages', () => {
    expect(referencesOf(root, 'tsconfig.build.json')).toEqual([...folders.values()].sort());
  });
});
