import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { packageManager } from './packageManager.mjs';
import type { WorkspacePackage } from './workspacePackages.js';

/**
 * Packs packages and unpacks them in an empty folder, where an install would put them, with their
 * other dependencies beside them: what is missing in a tarball is missing there. Needs a build.
 */
export function installPacked(packages: readonly WorkspacePackage[], project: string): void {
  for (const entry of packages) install(entry, project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
}

function install({ folder, manifest }: WorkspacePackage, project: string): void {
  execFileSync('npx', ['-y', packageManager, 'pack', '--pack-destination', project, '--silent'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const tarball = readdirSync(project).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error(`${manifest.name} packed nothing`);
  const target = join(project, 'node_modules', manifest.name);
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', join(project, tarball), '-C', target, '--strip-components=1']);
  rmSync(join(project, tarball));
  const { dependencies, peerDependencies, optionalDependencies } = manifest;
  const isHere = (name: string): boolean => existsSync(join(folder, 'node_modules', name));
  const optional = Object.keys(optionalDependencies ?? {}).filter(isHere);
  for (const name of [...Object.keys({ ...dependencies, ...peerDependencies }), ...optional]) {
    if (name.startsWith('@portage/')) continue;
    const link = join(target, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(realpathSync(join(folder, 'node_modules', name)), link);
  }
}
