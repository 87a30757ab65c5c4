import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { tarballOf } from '../installSets.js';
import { packageManager } from '../packageManager.mjs';
import type { WorkspacePackage } from '../workspacePackages.js';

/**
 * Packs packages of this workspace as they are published. Needs a build; returns the tarballs by
 * package.
 */
export function packInto(
  packages: readonly WorkspacePackage[],
  target: string,
): ReadonlyMap<string, string> {
  const filters = packages.flatMap(({ manifest }) => ['--filter', manifest.name]);
  execFileSync(
    'npx',
    ['-y', packageManager, ...filters, '--recursive', 'pack', '--pack-destination', target],
    { cwd: join(import.meta.dirname, '../..'), stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return new Map(
    packages.map(({ manifest: { name, version } }) => [
      name,
      join(target, tarballOf(name, version)),
    ]),
  );
}
