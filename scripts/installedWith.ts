import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A package as it is installed for the workspace. */
export interface InstalledPackage {
  readonly name: string;
  readonly folder: string;
}

/** Parts of a manifest that say what comes with a package. */
interface Needs {
  readonly name?: string;
  readonly files?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/**
 * Everything that a package brings into an app, itself first: its dependencies and theirs, optional
 * ones too where they are installed, and peers that are not optional. An app installs those
 * beside it.
 */
export function installedWith(folder: string): readonly InstalledPackage[] {
  const found = new Map<string, InstalledPackage>();
  const waiting = [realpathSync(folder)];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    const manifest = needsOf(next);
    found.set(next, { name: manifest.name ?? next, folder: next });
    const optional = Object.keys(manifest.optionalDependencies ?? {});
    for (const name of Object.keys(manifest.dependencies ?? {}).filter(
      (each) => !optional.includes(each),
    ))
      waiting.push(folderOf(name, next) ?? missing(name, next));
    const peers = Object.keys(manifest.peerDependencies ?? {}).filter(
      (name) => manifest.peerDependenciesMeta?.[name]?.optional !== true,
    );
    for (const name of peers) waiting.push(folderOf(name, next) ?? missing(name, next));
    for (const name of optional) waiting.push(...[folderOf(name, next) ?? []].flat());
  }
  return [...found.values()];
}

/** Files of an installed package that are published, its own dependencies left out. */
export function filesOf(folder: string): readonly string[] {
  const { files } = needsOf(folder);
  const isOurs = !folder.includes('/node_modules/');
  if (isOurs && files?.includes('dist') === true && !existsSync(join(folder, 'dist')))
    throw new Error(`${folder} is not built.`);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.startsWith('node_modules/') && !path.includes('/node_modules/'))
    .filter((path) => !isOurs || isPublished(path, files ?? []))
    .map((path) => join(folder, path));
}

/** Bytes of the published files of an installed package. */
export function weightOf(folder: string): number {
  return filesOf(folder).reduce((sum, file) => sum + statSync(file).size, 0);
}

/** Folder of a package as a module in `from` finds it, also where a builtin has its name. */
export function folderOf(name: string, from: string): string | undefined {
  for (let place = from; ; place = dirname(place)) {
    const folder = join(place, 'node_modules', name);
    if (existsSync(folder)) return realpathSync(folder);
    if (place === dirname(place)) return undefined;
  }
}

/** Whether one of our files is packed: tests stay at home. */
function isPublished(path: string, files: readonly string[]): boolean {
  if (path === 'package.json') return true;
  if (/\.(?:test|test-d|node\.test)\.tsx?$/.test(path)) return false;
  return files.some((entry) => path === entry || path.startsWith(`${entry}/`));
}

function needsOf(folder: string): Needs {
  // Other people's manifests are JSON objects: npm would not have taken them otherwise.
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Needs;
}

function missing(name: string, from: string): never {
  throw new Error(`${name}, which ${from} needs, cannot be found: run pnpm install`);
}
