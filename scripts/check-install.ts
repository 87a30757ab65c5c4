/**
 * Holds public packages to their weight: what installing one of them brings, by the lockfile, is on
 * the list of what it may bring, and nothing is compiled or downloaded on the user's machine. All
 * that an app then has, peers too, keeps to a weight, holds no addon of machine code and no HTTP
 * server. Prints the packages of each install and their size. Needs a build.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findInstalled, nameOf, type Installed } from './findInstalled.js';
import { allowedInside, httpServers, weights } from './installBudgets.js';
import { filesOf, folderOf, installedWith, weightOf } from './installedWith.js';
import { readLockfile } from './readLockfile.js';
import { forServers } from './sizeBudgets.js';
import { publicPackages, publishedPackages, shownPath } from './workspacePackages.js';

/** Packages of others that each public package may bring, beside what Portage's own ones bring. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  '@portage/bitcoin': [
    '@bitcoinerlab/secp256k1',
    '@noble/curves',
    '@noble/hashes',
    '@noble/secp256k1',
    '@scure/base',
    'base-x',
    'bech32',
    'bip174',
    'bitcoinjs-lib',
    'bs58',
    'bs58check',
    'uint8array-tools',
    'valibot',
    'varuint-bitcoin',
  ],
  '@portage/chain-kit': ['undici', 'zod'],
  '@portage/client': [],
  '@portage/contracts': [],
  '@portage/core': ['zod'],
  '@portage/evm': ['@noble/hashes'],
  '@portage/exchange': ['@noble/hashes'],
  '@portage/fees': [],
  '@portage/metrics': [],
  '@portage/networks': [],
  '@portage/order': ['@noble/hashes', '@noble/secp256k1'],
  '@portage/pools': [],
  '@portage/react': [],
  '@portage/sdk': [],
  '@portage/solana': ['@noble/curves', '@noble/hashes', '@scure/base'],
  '@portage/testing': ['zod'],
  '@portage/withdrawals': ['@noble/hashes'],
};

/** Packages that are still brought and should not be. Taking one out shortens the list. */
const remaining: Readonly<Record<string, readonly string[]>> = {};

/** Families of chains: an app installs those of its wallets, and no other package brings them. */
const families = ['@portage/bitcoin', '@portage/evm', '@portage/exchange', '@portage/solana'];

const root = join(import.meta.dirname, '..');
const lockfile = readLockfile(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'));
const published = new Map(
  publicPackages(root).map(({ folder, manifest }) => [shownPath(root, folder), manifest.name]),
);

/** Folders of installed packages by name: found from the packages that depend on them. */
function locate({ workspace, packages }: Installed): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const from = workspace.map((folder) => join(root, folder));
  for (let rest = packages.map(nameOf); rest.length > 0;) {
    const missing = rest.filter((name) => {
      const folder = from.map((place) => folderOf(name, place)).find((path) => path !== undefined);
      if (folder === undefined) return true;
      found.set(name, folder);
      from.push(folder);
      return false;
    });
    if (missing.length === rest.length)
      throw new Error(`${missing.join(', ')} cannot be found: run pnpm install`);
    rest = missing;
  }
  return found;
}

/** Whether installing a package runs a script of it, or it is an addon. */
function isNative(folder: string): boolean {
  // Other people's manifests are JSON objects: npm would not have taken them otherwise.
  const { gypfile, scripts = {} } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as { readonly gypfile?: boolean; readonly scripts?: Readonly<Record<string, string>> };
  return (
    gypfile === true ||
    existsSync(join(folder, 'binding.gyp')) ||
    ['preinstall', 'install', 'postinstall'].some((name) => name in scripts)
  );
}

function problemsOf(name: string, installed: Installed): readonly string[] {
  const own = installed.workspace.map((folder) => published.get(folder) ?? folder);
  const list = new Set(
    own.flatMap((entry) => [...(allowed[entry] ?? []), ...(remaining[entry] ?? [])]),
  );
  const folders = locate(installed);
  return [
    ...(allowed[name] === undefined ? [`${name} has no list of what it may bring`] : []),
    ...installed.workspace
      .filter((folder) => !published.has(folder))
      .map((folder) => `${name} brings ${folder}, which is not published`),
    ...own
      .filter((entry) => entry !== name && families.includes(entry))
      .map((entry) => `${name} brings the family ${entry}: make it an optional peer`),
    ...(remaining[name] ?? [])
      .filter((entry) => !folders.has(entry))
      .map(
        (entry) => `${name} brings ${entry} no longer: take it out of the list of remaining ones`,
      ),
    ...[...folders.keys()]
      .filter((entry) => !list.has(entry))
      .map((entry) => `${name} brings ${entry}, which is not on its list`),
    ...[...folders]
      .filter(([, folder]) => isNative(folder))
      .map(([entry]) => `${name} brings ${entry}, which is built or downloaded when installed`),
  ];
}

/** Faults of everything that an app has that installs a package, peers too. */
function problemsInside(name: string, folder: string): readonly string[] {
  const inside = installedWith(join(root, folder));
  const weight = inside.reduce((sum, each) => sum + weightOf(each.folder), 0) / 1_000_000;
  const budget = weights[name];
  process.stdout.write(
    `   with peers: ${String(inside.length)} packages, ${weight.toFixed(1)} of ${budget?.toFixed(1) ?? 'no'} MB\n`,
  );
  const allowedHere = allowedInside[name] ?? {};
  const found = new Set(
    inside
      .filter(
        (each) =>
          httpServers.includes(each.name) ||
          filesOf(each.folder).some((file) => file.endsWith('.node')),
      )
      .map((each) => each.name),
  );
  return [
    ...(budget === undefined ? [`${name} has no weight: give it one in installBudgets.ts`] : []),
    ...(budget !== undefined && weight > budget
      ? [`${name} weighs ${weight.toFixed(1)} MB installed, and may weigh ${String(budget)}`]
      : []),
    ...(forServers.includes(name)
      ? []
      : [...found]
          .filter((each) => !(each in allowedHere))
          .map((each) => `${name} brings ${each}: machine code or an HTTP server`)),
    ...Object.keys(allowedHere)
      .filter((each) => !found.has(each))
      .map((each) => `${name} brings ${each} no longer: take it out of installBudgets.ts`),
  ];
}

const problems: string[] = [];
for (const [folder, name] of published) {
  const installed = findInstalled(lockfile, folder);
  const sizes = [...locate(installed)].map(
    ([entry, place]) => `${entry} ${(weightOf(place) / 1_000).toFixed(0)} kB`,
  );
  process.stdout.write(
    `${name}: ${String(installed.workspace.length)} of ours, ${String(sizes.length)} others${sizes.length === 0 ? '' : `: ${sizes.join(', ')}`}\n`,
  );
  problems.push(...problemsOf(name, installed), ...problemsInside(name, folder));
}
for (const { folder, manifest } of publishedPackages(root)) {
  if (published.has(shownPath(root, folder))) continue;
  process.stdout.write(`${manifest.name}\n`);
  problems.push(...problemsInside(manifest.name, shownPath(root, folder)));
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(
  `${String(publishedPackages(root).length)} packages weighed, ${String(problems.length)} problems\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
