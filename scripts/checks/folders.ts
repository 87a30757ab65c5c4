/**
 * Holds the folders of a package to floors: a folder imports only from folders below it, so no
 * circle of folders can form, of types or of values. A folder is the first one under `src`; a file
 * at the root of `src` counts as a folder of its own; tests are left out. A large package gathers
 * its folders in wings (`portage.wings` of its manifest, in their order): a wing imports only from
 * those before it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shownPath, workspacePackages, type WorkspacePackage } from '../workspacePackages.js';
import type { Check } from './check.js';
import { locateImports } from './findCircles.js';
import { findDownwardImports } from './findDownwardImports.js';
import {
  findFolderCircles,
  type CircularImport,
  type PackageImports,
} from './findFolderCircles.js';

/**
 * Imports that still take part in a circle, by package; every other package has none. A number may
 * only fall: the commit that removes such an import lowers it.
 */
const remaining: Readonly<Record<string, number>> = {};

const testFile = /(?:\.test|\.test-d)\.tsx?$|[/\\](?:test|testing)[/\\]/;

/** Circular imports of a package. The package of test tools is itself made of test folders. */
function circlesOf({ folder, manifest }: WorkspacePackage): readonly CircularImport[] {
  const source = join(folder, 'src');
  return findFolderCircles(source, importsBelow(source), manifest.portage?.wings);
}

function importsBelow(source: string): PackageImports {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !testFile.test(`/${file}`))
    .map((file) => join(source, file));
  return new Map(files.map((file) => [file, locateImports(file, readFileSync(file, 'utf8'))]));
}

/** Imports of a package with wings that lead from a wing into one after it. */
function downwardImports(root: string, { folder, manifest }: WorkspacePackage): readonly string[] {
  const wings = manifest.portage?.wings;
  if (wings === undefined) return [];
  const source = join(folder, 'src');
  return findDownwardImports(source, importsBelow(source), wings).map(
    ({ file, line, from, to }) =>
      `${shownPath(root, file)}:${String(line)} the wing ${from} imports ${to}, which comes after it`,
  );
}

/** Faults of a package: more circular imports than it may have, or fewer. */
function problemsOf(root: string, entry: WorkspacePackage): readonly string[] {
  const { name } = entry.manifest;
  const circles = circlesOf(entry);
  const allowed = remaining[name] ?? 0;
  const count = String(circles.length);
  if (circles.length < allowed)
    return [
      `${name} has only ${count} imports in circles of folders: lower its number ${String(allowed)} in scripts/checks/folders.ts`,
    ];
  if (circles.length === allowed) return [];
  return [
    ...circles.map(
      ({ file, line, circle }) => `${shownPath(root, file)}:${String(line)} ${circle.join(' → ')}`,
    ),
    `${name} has ${count} imports in circles of folders, and may have ${String(allowed)}`,
  ];
}

/** Folders of packages on their floors. */
export const checkFolders: Check = ({ root }) => {
  const packages = workspacePackages(root);
  const names = new Set(packages.map(({ manifest }) => manifest.name));
  const unknown = Object.keys(remaining).filter((name) => !names.has(name));
  return {
    problems: [
      ...packages.flatMap((entry) => problemsOf(root, entry)),
      ...packages.flatMap((entry) => downwardImports(root, entry)),
      ...unknown.map((name) => `${name} is no package: take it out of the table`),
    ],
    summary: 'their folders on floors',
  };
};
