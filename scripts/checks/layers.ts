/**
 * Holds the packages to their layers and wings: a package imports only from strictly lower layers,
 * so a circle of packages cannot form; what others install imports nothing that an operator runs;
 * no files of a package import each other in a circle, of types or of values. Reads the manifests
 * (`portage.layer` and the dependencies) and every import of a source file.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { shownPath, workspacePackages, type WorkspacePackage } from '../workspacePackages.js';
import type { Check } from './check.js';
import { findCircles, locateImports, relativeImports } from './findCircles.js';

interface Layered extends WorkspacePackage {
  readonly layer: number;
}

const testFile = /(?:\.test|\.test-d)\.tsx?$|[/\\](?:test|testing)[/\\]/;

function readLayers(root: string): readonly Layered[] {
  return workspacePackages(root).map((entry) => {
    const layer = entry.manifest.portage?.layer;
    if (layer === undefined)
      throw new Error(`${entry.manifest.name} names no layer (portage.layer in its package.json)`);
    return { ...entry, layer };
  });
}

function sourceFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules'))
    .map((file) => join(folder, file));
}

function importsOf(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(@portage\/[a-z-]+)[^']*'/g)].map(
    (match) => match[1] ?? '',
  );
}

/**
 * Packages that the code of a package uses. A bundled one contains some of its `devDependencies`;
 * its build checks which.
 */
function usedBy({ manifest }: Layered): readonly string[] {
  const { dependencies, devDependencies, portage } = manifest;
  return Object.keys({ ...dependencies, ...(portage?.bundled === true ? devDependencies : {}) });
}

/**
 * Dependencies of a package on a layer that is not lower, or on another wing that it must not know.
 */
function manifestProblems(own: Layered, byName: ReadonlyMap<string, Layered>): readonly string[] {
  return usedBy(own).flatMap((name) => {
    const other = byName.get(name);
    if (other === undefined) return [];
    const problems: string[] = [];
    if (other.layer >= own.layer)
      problems.push(
        `${own.manifest.name} (L${own.layer}) depends on ${name} (L${other.layer}): only lower layers may be used`,
      );
    if (own.wing === 'packages' && other.wing !== 'packages')
      problems.push(
        `${own.manifest.name} is installed by others and depends on ${name}, which is private`,
      );
    if (own.wing === 'packages/service' && (other.wing === 'apps' || other.wing === 'bench'))
      problems.push(`${own.manifest.name} depends on ${name}, which is a program`);
    return problems;
  });
}

/** Imports that lead out of a package by a path, which no manifest would know of. */
function climbingImports(root: string, own: Layered, files: readonly string[]): string[] {
  const { folder, wing } = own;
  // Programs are not installed: one of them checks its examples by a script of the project.
  if (wing === 'apps') return [];
  return files
    .filter((file) => !testFile.test(file))
    .flatMap((file) =>
      locateImports(file, readFileSync(file, 'utf8'))
        .filter(({ path }) => !path.startsWith(`${folder}${sep}`))
        .map(({ line }) => `${shownPath(root, file)}:${String(line)} leads out of its package`),
    );
}

/** Imports of packages that the manifest does not name, and circles of files. */
function sourceProblems(root: string, own: Layered): readonly string[] {
  const { name, peerDependencies } = own.manifest;
  const allowed = new Set([name, ...usedBy(own), ...Object.keys(peerDependencies ?? {})]);
  const files = sourceFiles(join(own.folder, 'src'));
  const undeclared = files
    .filter((file) => !testFile.test(file))
    .flatMap((file) =>
      importsOf(file)
        .filter((imported) => !allowed.has(imported))
        .map(
          (imported) => `${shownPath(root, file)} imports ${imported}, which is not a dependency`,
        ),
    );
  const circles = findCircles(
    // An import names a module of JSX by `.js` too.
    new Map(
      files.map((file) => [
        file.replace(/\.tsx$/, '.ts'),
        relativeImports(file, readFileSync(file, 'utf8')),
      ]),
    ),
  );
  return [
    ...undeclared,
    ...climbingImports(root, own, files),
    ...circles.map(
      (circle) => `a circle of imports: ${circle.map((file) => shownPath(root, file)).join(' → ')}`,
    ),
  ];
}

/** Packages in their layers and wings, and files without circles. */
export const checkLayers: Check = ({ root }) => {
  const packages = readLayers(root);
  const byName = new Map(packages.map((entry) => [entry.manifest.name, entry]));
  const problems = packages.flatMap((entry) => [
    ...manifestProblems(entry, byName),
    ...sourceProblems(root, entry),
  ]);
  return { problems, summary: `${String(packages.length)} packages in their layers` };
};
