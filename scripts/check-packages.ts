/**
 * Packs every published package and uses each alone in an empty folder, as an app would that
 * installs it and nothing else: by `import`, by `require`, in a bundle for browsers, and by its
 * types. Publint and arethetypeswrong judge the tarballs. Needs a build.
 */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publint } from 'publint';
import { packOnce } from './examples/packOnce.js';
import { bundleDoors } from './packages/bundleDoors.js';
import { checkTarball } from './packages/checkTarball.js';
import { createTypeCheck } from './packages/checkTypes.js';
import { loadDoors } from './packages/loadDoors.js';
import { unpackAlone, unpackTogether, type PackedPackage } from './packages/unpackAlone.js';
import { publishedPackages, type Manifest } from './workspacePackages.js';

const root = join(import.meta.dirname, '..');
const checkTypes = createTypeCheck();

/** Doors that need an optional peer: they are used with everything installed side by side. */
const beside = [
  '@portage/order/hasher',
  ...['bitcoin', 'evm', 'exchange', 'solana'].map((family) => `@portage/sdk/${family}`),
];

/** Doors that load only inside a test runner: their types are checked beside it. */
const ofTests = ['@portage/testing/conformance'];

/** Packages for servers and tests alone. */
const notForBrowsers = ['@portage/chain-kit', '@portage/service', '@portage/testing'];

function doorsOf({ name, exports }: Manifest): readonly string[] {
  return Object.keys(exports ?? {})
    .filter((key) => !key.endsWith('.json'))
    .map((key) => name + key.slice(1))
    .filter((door) => !ofTests.includes(door));
}

/** Faults of one package that is installed alone. */
async function faultsAlone(
  { folder, manifest, tarball }: PackedPackage,
  project: string,
): Promise<readonly string[]> {
  const doors = doorsOf(manifest).filter((door) => !beside.includes(door));
  const { messages } = await publint({
    pkgDir: join(project, 'node_modules', manifest.name),
    pack: false,
    level: 'warning',
  });
  return [
    ...loadDoors(doors, project),
    ...(notForBrowsers.includes(manifest.name) ? [] : await bundleDoors(doors, project)),
    ...checkTypes(doors, project),
    ...(await checkTarball(tarball)),
    ...messages.map((message) => `publint ${message.code} at ${message.path.join('.')}`),
    ...(existsSync(join(folder, 'README.md')) ? [] : ['has no README.md']),
  ];
}

const published = publishedPackages(root);
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'portage-packages-')));
const problems: string[] = [];
try {
  const tarballs = packOnce(published, folder);
  process.stdout.write(`packed ${(performance.now() / 1_000).toFixed(0)} s\n`);
  const packed = new Map(
    published.map((entry): [string, PackedPackage] => [
      entry.manifest.name,
      { ...entry, tarball: tarballs.get(entry.manifest.name) ?? '' },
    ]),
  );
  for (const [name, entry] of packed) {
    const project = join(folder, name);
    mkdirSync(project, { recursive: true });
    unpackAlone(name, packed, project);
    const faults = await faultsAlone(entry, project);
    problems.push(...faults.map((fault) => `${name}: ${fault}`));
    const doors = doorsOf(entry.manifest).map((door) => door.slice(name.length) || '.');
    process.stdout.write(
      `${name}: ${faults.length === 0 ? 'ok' : 'faults'} ${(performance.now() / 1_000).toFixed(0)} s, ${doors.join(' ')}\n`,
    );
  }
  const together = join(folder, 'together');
  mkdirSync(together);
  unpackTogether(packed, together);
  const faults = [
    ...loadDoors(beside, together),
    ...(await bundleDoors(beside, together)),
    ...checkTypes([...beside, ...ofTests], together),
  ];
  problems.push(...faults.map((fault) => `side by side: ${fault}`));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(
  `${published.length} packages packed, each installed alone and used; ${problems.length} problems\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
