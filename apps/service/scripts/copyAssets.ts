import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceFolder, shortName, type Parts } from './privateParts.js';

/** Entries of a manifest's `files` that are code or words about it. */
const isAsset = (name: string): boolean =>
  !['dist', 'src', 'README.md'].includes(name) && !name.startsWith('!');

/**
 * Copies what private packages read at run time, such as migrations and the status page, to
 * `dist/parts/PACKAGE`: the folders that their manifests pack beside their code. What an earlier
 * build copied goes first: a migration that is gone would be applied still.
 */
export async function copyAssets({ inside }: Parts): Promise<void> {
  for (const [name, { folder, manifest }] of inside)
    for (const asset of (manifest.files ?? []).filter(isAsset)) {
      const copy = join(serviceFolder, 'dist/parts', shortName(name), asset);
      await rm(copy, { recursive: true, force: true });
      await cp(join(folder, asset), copy, { recursive: true });
    }
}
