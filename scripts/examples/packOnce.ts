import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tarballOf } from '../installSets.js';
import type { WorkspacePackage } from '../workspacePackages.js';
import { packInto } from './packInto.js';

/**
 * Packs packages for every part of one run of `npm test`: the first part packs, later ones take its
 * tarballs. The run names the folder in `PORTAGE_PACKED`; without it they are packed in `folder`.
 */
export function packOnce(
  packages: readonly WorkspacePackage[],
  folder: string,
): ReadonlyMap<string, string> {
  const target = process.env['PORTAGE_PACKED'] ?? join(folder, 'packed');
  if (!existsSync(target)) {
    // Tarballs of a run that stopped in the middle are never used.
    const draft = `${target}-draft`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true });
    packInto(packages, draft);
    renameSync(draft, target);
  }
  return new Map(
    packages.map(({ manifest: { name, version } }) => [
      name,
      join(target, tarballOf(name, version)),
    ]),
  );
}
