/**
 * `npm run pack [-- FOLDER]`: packs every published package, so that an app can install them,
 * and prints the commands. Needs a build.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { packInto } from './examples/packInto.js';
import { installSets, neededPackages, tarballOf } from './installSets.js';
import { publishedPackages } from './workspacePackages.js';

const root = join(import.meta.dirname, '..');
const target = resolve(process.argv[2] ?? join(root, 'packed'));
const packages = publishedPackages(root);
const manifests = new Map(packages.map(({ manifest }) => [manifest.name, manifest]));

mkdirSync(target, { recursive: true });
for (const { manifest } of packages)
  rmSync(join(target, tarballOf(manifest.name, manifest.version)), { force: true });
packInto(packages, target);

process.stdout.write(`${packages.length} packages are packed in ${relative('', target)}.\n`);
for (const { title, packages: wanted, others } of installSets) {
  const files = neededPackages(wanted, manifests).map((name) =>
    join(target, tarballOf(name, manifests.get(name)?.version ?? '')),
  );
  process.stdout.write(
    `\nIn an app with ${title}:\n\nnpm install ${[...files, ...others].join(' ')}\n`,
  );
}
