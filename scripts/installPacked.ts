import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { WorkspacePackage } from './workspacePackages.js';

/**
 * Unpacks a package's tarball where an install would put it in a project, with its other
 * dependencies beside it: those of this workspace are linked, so nothing is downloaded.
 */
export function installPacked(
  { folder, manifest }: Pick<WorkspacePackage, 'folder' | 'manifest'>,
  project: string,
): void {
  execFileSync('pnpm', ['pack', '--pack-destination', project, '--silent'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const tarball = readdirSync(project).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error(`${manifest.name} packed nothing`);
  const target = join(project, 'node_modules', manifest.name);
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', join(project, tarball), '-C', target, '--strip-components=1']);
  rmSync(join(project, tarball));
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
    if (name.startsWith('@portage/')) continue;
    const link = join(target, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(realpathSync(join(folder, 'node_modules', name)), link);
  }
}
