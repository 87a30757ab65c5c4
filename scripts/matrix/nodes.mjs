import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runQuietly } from '../runSteps.mjs';

/** Versions of Node that the project is run on, beside the one of its floor. */
export const versions = ['22', '24', '26'];

/**
 * Folder of a version's program. It comes from the package `node` of the registry, and is kept
 * beside the other caches.
 */
export async function installNode(version) {
  const folder = join(root, 'node_modules/.cache/nodes', version);
  const programs = join(folder, 'node_modules/node/bin');
  if (existsSync(programs)) return programs;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const options = ['--no-audit', '--no-fund', '--foreground-scripts=false'];
  const words = ['npm', 'install', '--prefix', folder, ...options, `node@${version}`];
  const { code, text } = await runQuietly(words);
  if (code !== 0 || !existsSync(programs))
    throw new Error(`Node ${version} did not install.\n${text}`);
  return programs;
}
