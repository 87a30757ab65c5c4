/**
 * `npm run pack [-- FOLDER]`: packs every published package, so that an app can install them,
 * and prints the commands. Needs a build.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { installSets, neededPackages, tarballOf } from './installSets.js';
import { packageManager } from './packageManager.mjs';
import { publishedPackages } from './workspacePackages.js';

const root = join(import.meta.dirname, '..');
const target = resolve(process.argv[2] ?? join(root, 'packed'));
const packages = publishedPackages(root);
const manifests = new Map(packages.map(({ manifest }) => [manifest.name, manifest]));

mkdirSync(target, { recursive: true });
for (const { folder, manifest } of packages) {
  rmSync(join(target, tarballOf(manifest.name, manifest.version)), { force: true });
  execFileSync('npx', ['-y', packageManager, 'pack', '--pack-destination', target, '--silent'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

process.stdout.write(`${packages.length} packages are packed in ${relative('', target)}.\n`);
for (const { title, packages: wanted, others } of installSets) {
  const files = neededPackages(wanted, manifests).map((name) =>
    join(target, tarballOf(name, manifests.get(name)?.version ?? '')),
  );
  process.stdout.write(
    `\nIn an app with ${title}:\n\nnpm install ${[...files, ...others].join(' ')}\n`,
  );
}
