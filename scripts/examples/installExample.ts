import { execFile } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { neededPackages } from '../installSets.js';
import type { Manifest } from '../workspacePackages.js';

/** Packages of ours as they are packed. */
export interface Packed {
  readonly manifests: ReadonlyMap<string, Manifest>;
  /** Tarballs by package. */
  readonly tarballs: ReadonlyMap<string, string>;
}

/**
 * Copies an example to an empty folder and installs there what it names: packages of ours from
 * their tarballs, and those of others from npm's cache, or else its registry.
 */
export async function installExample(
  source: string,
  project: string,
  packed: Packed,
): Promise<void> {
  cpSync(source, project, { recursive: true });
  // The manifests are ours; a wrong shape fails where it is used.
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(join(project, 'package.json'), 'utf8'),
  ) as Pick<Manifest, 'dependencies' | 'devDependencies'>;
  const names = Object.keys({ ...dependencies, ...devDependencies });
  const tarballs = neededPackages(names, packed.manifests).flatMap(
    (name) => packed.tarballs.get(name) ?? [],
  );
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  await promisify(execFile)('npm', ['install', ...quiet, ...tarballs], { cwd: project });
}
