import { posix } from 'node:path';
import type { Lockfile } from './readLockfile.js';

/** Packages that an install of a workspace package brings. */
export interface Installed {
  /** Folders of workspace packages, its own first. */
  readonly workspace: readonly string[];
  /** Keys of other packages, as the lockfile names them. */
  readonly packages: readonly string[];
}

/** Closure of the dependencies of a workspace package; peers are the app's and left out. */
export function findInstalled(lockfile: Lockfile, folder: string): Installed {
  const workspace = [folder];
  const packages: string[] = [];
  const add = (list: string[], entry: string): void => {
    if (!list.includes(entry)) list.push(entry);
  };
  for (const own of workspace)
    for (const [name, version] of lockfile.importers.get(own) ?? [])
      if (version.startsWith('link:'))
        add(workspace, posix.join(own, version.slice('link:'.length)));
      else add(packages, keyOf(name, version));
  for (const key of packages)
    for (const [name, version] of lockfile.snapshots.get(key) ?? [])
      if (lockfile.peers.get(withoutPeers(key))?.has(name) !== true)
        add(packages, keyOf(name, version));
  return { workspace, packages };
}

/** Name of a package, from its key in the lockfile. */
export function nameOf(key: string): string {
  return key.slice(0, key.indexOf('@', 1));
}

/** Key of a package without the peers that it was resolved with. */
export function withoutPeers(key: string): string {
  return key.replace(/\(.*$/, '');
}

/** An aliased package is written with its own name as the version. */
function keyOf(name: string, version: string): string {
  return /^@?[^@(]+@/.test(version) ? version : `${name}@${version}`;
}
