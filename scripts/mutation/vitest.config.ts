import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { workspacePackages } from '../workspacePackages.js';
import { targets } from './targets.mjs';

/** Root of the tree whose sources are mutated, which is a copy of this one. */
const root = process.cwd();
const target = targets[process.env['PORTAGE_MUTATION'] ?? ''];
if (target === undefined) throw new Error('PORTAGE_MUTATION names the target of the run.');

/**
 * Sources of the workspace's packages in the copy: links of packages to each other lead to the tree
 * that was copied, where nothing is mutated.
 */
const alias = workspacePackages(root).flatMap(({ folder, manifest }) =>
  Object.entries(manifest.exports ?? {}).flatMap(([door, files]) => {
    const source = typeof files === 'string' ? undefined : files['@portage/source'];
    if (source === undefined) return [];
    const id = manifest.name + door.slice(1);
    return [{ find: new RegExp(`^${id}$`), replacement: join(folder, source) }];
  }),
);

export default defineConfig({
  root,
  resolve: { conditions: ['@portage/source'], alias },
  ssr: { resolve: { conditions: ['@portage/source'] } },
  test: {
    include: [...target.tests],
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.node.test.ts'],
    testTimeout: 60_000,
  },
});
