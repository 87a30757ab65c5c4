import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { neededPackages } from '../installSets.js';
import type { Manifest, WorkspacePackage } from '../workspacePackages.js';

/** Packed packages, by name. */
export interface PackedPackage extends WorkspacePackage {
  readonly tarball: string;
}

/**
 * Unpacks one package in an empty folder with what it depends on and nothing else, as an install of
 * it alone would: ours from their tarballs, others as they are installed for the workspace. Peers
 * come too where they are not optional.
 */
export function unpackAlone(
  name: string,
  packed: ReadonlyMap<string, PackedPackage>,
  project: string,
): void {
  const manifests = new Map([...packed].map(([key, { manifest }]) => [key, manifest]));
  const needed = neededPackages([name], manifests).map((each) => {
    const entry = packed.get(each);
    if (entry === undefined) throw new Error(`${each} is not packed`);
    return entry;
  });
  unpackAll(needed, { packed, othersOf, project });
}

/** Unpacks every package side by side, as an app has them that installs all, optional peers too. */
export function unpackTogether(packed: ReadonlyMap<string, PackedPackage>, project: string): void {
  unpackAll([...packed.values()], { packed, othersOf: allOthersOf, project });
}

/** Where packages are unpacked, and which packages of others come with one. */
interface Unpacking {
  readonly packed: ReadonlyMap<string, PackedPackage>;
  readonly othersOf: (manifest: Manifest) => readonly string[];
  readonly project: string;
}

function unpackAll(entries: readonly PackedPackage[], unpacking: Unpacking): void {
  const { packed, project } = unpacking;
  const peers = new Set(
    [...packed.values()].flatMap(({ manifest }) => Object.keys(manifest.peerDependencies ?? {})),
  );
  for (const entry of entries) unpack(entry, unpacking, peers);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
}

function unpack(
  { folder, manifest, tarball }: PackedPackage,
  { othersOf: others, project }: Unpacking,
  peers: ReadonlySet<string>,
): void {
  const target = join(project, 'node_modules', manifest.name);
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
  for (const name of others(manifest)) {
    const link = join(target, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(realpathSync(join(folder, 'node_modules', name)), link);
    // What is a peer of any package is found beside them all, as npm places it.
    if (!peers.has(name)) continue;
    linkBeside(name, folder, project);
    // An app that has the peer has its types too, where they are a package of their own.
    const types = `@types/${name}`;
    if (existsSync(join(folder, 'node_modules', types))) linkBeside(types, folder, project);
  }
}

/** Puts a package of others, as the workspace has it for `folder`, into the project itself. */
function linkBeside(name: string, folder: string, project: string): void {
  const link = join(project, 'node_modules', name);
  if (existsSync(link)) return;
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(realpathSync(join(folder, 'node_modules', name)), link);
}

/** Packages of others that an install brings. */
function othersOf({ dependencies, peerDependencies, peerDependenciesMeta }: Manifest): string[] {
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => peerDependenciesMeta?.[name]?.optional !== true,
  );
  return [...Object.keys(dependencies ?? {}), ...peers].filter(isOfOthers);
}

/** The same with optional peers. */
function allOthersOf({ dependencies, peerDependencies }: Manifest): string[] {
  return Object.keys({ ...dependencies, ...peerDependencies }).filter(isOfOthers);
}

function isOfOthers(name: string): boolean {
  return !name.startsWith('@portage/');
}
