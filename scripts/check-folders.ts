/**
 * Holds the folders of a package to floors: a folder imports only from folders below it, so no
 * circle of folders can form, of types or of values. A folder is the first one under `src`; a file
 * at the root of `src` counts as a folder of its own; tests are left out.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { locateImports } from './findCircles.js';
import { findFolderCircles, type CircularImport } from './findFolderCircles.js';
import { shownPath, workspacePackages, type WorkspacePackage } from './workspacePackages.js';

/**
 * Imports that still take part in a circle, by package; every other package has none. A number may
 * only fall: whoever removes such an import lowers it in the same commit.
 */
const remaining: Readonly<Record<string, number>> = {};

const root = join(import.meta.dirname, '..');
const testFile = /(?:\.test|\.test-d)\.ts$|[/\\](?:test|testing)[/\\]/;

/** Circular imports of a package. The package of test tools is itself made of test folders. */
function circlesOf({ folder }: WorkspacePackage): readonly CircularImport[] {
  const source = join(folder, 'src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !testFile.test(`/${file}`))
    .map((file) => join(source, file));
  return findFolderCircles(
    source,
    new Map(files.map((file) => [file, locateImports(file, readFileSync(file, 'utf8'))])),
  );
}

const packages = workspacePackages(root);
const problems: string[] = [];
let total = 0;
for (const entry of packages) {
  const { name } = entry.manifest;
  const circles = circlesOf(entry);
  const allowed = remaining[name] ?? 0;
  total += circles.length;
  for (const { file, line, circle } of circles)
    process.stdout.write(`${shownPath(root, file)}:${String(line)} ${circle.join(' → ')}\n`);
  if (circles.length > allowed)
    problems.push(
      `${name} has ${String(circles.length)} imports in circles of folders, and may have ${String(allowed)}`,
    );
  if (circles.length < allowed)
    problems.push(
      `${name} has only ${String(circles.length)} imports in circles of folders: lower its number ${String(allowed)} in scripts/check-folders.ts`,
    );
}
const names = new Set(packages.map(({ manifest }) => manifest.name));
for (const name of Object.keys(remaining))
  if (!names.has(name)) problems.push(`${name} is no package: take it out of the table`);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(
  `${String(total)} imports in circles of folders, ${String(problems.length)} problems\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
