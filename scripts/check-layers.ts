/**
 * Holds the packages to their layers: a package imports only from strictly lower ones, so a circle
 * of packages cannot form; and no circle of files within one, of types or of values. Reads the
 * manifests (`portage.layer` and the dependencies) and every import of a source file.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findCircles, relativeImports } from './findCircles.js';

interface Manifest {
  readonly name: string;
  readonly portage?: { readonly layer?: number };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface Package {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly layer: number;
}

const root = join(import.meta.dirname, '..');
const testFile = /(?:\.test|\.test-d)\.ts$|[/\\](?:test|testing)[/\\]/;

function readPackages(): readonly Package[] {
  const folders = ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(root, group, name)),
  );
  return [...folders, join(root, 'bench')].map((folder) => {
    // The manifests are ours; a wrong shape fails on the next line.
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    const layer = manifest.portage?.layer;
    if (layer === undefined)
      throw new Error(`${manifest.name} names no layer (portage.layer in its package.json)`);
    return { folder, manifest, layer };
  });
}

function sourceFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('node_modules'))
    .map((file) => join(folder, file));
}

function importsOf(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(@portage\/[a-z-]+)[^']*'/g)].map(
    (match) => match[1] ?? '',
  );
}

function problemsOf(own: Package, byName: ReadonlyMap<string, Package>): readonly string[] {
  const allowed = new Set(Object.keys(own.manifest.dependencies ?? {}));
  const problems: string[] = [];
  for (const name of allowed) {
    const other = byName.get(name);
    if (other !== undefined && other.layer >= own.layer) {
      problems.push(
        `${own.manifest.name} (L${own.layer}) depends on ${name} (L${other.layer}): only lower layers may be used`,
      );
    }
  }
  const files = sourceFiles(join(own.folder, 'src'));
  for (const file of files.filter((path) => !testFile.test(path))) {
    for (const name of importsOf(file)) {
      if (name !== own.manifest.name && !allowed.has(name))
        problems.push(`${relative(root, file)} imports ${name}, which is not a dependency`);
    }
  }
  const circles = findCircles(
    new Map(files.map((file) => [file, relativeImports(file, readFileSync(file, 'utf8'))])),
  );
  return [
    ...problems,
    ...circles.map(
      (circle) => `a circle of imports: ${circle.map((file) => relative(root, file)).join(' → ')}`,
    ),
  ];
}

const packages = readPackages();
const byName = new Map(packages.map((entry) => [entry.manifest.name, entry]));
const problems = packages.flatMap((entry) => problemsOf(entry, byName));
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`${packages.length} packages in their layers, ${problems.length} problems\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
