/**
 * Runs every folder of examples/, and the blocks of the site's quick start, as a user of the
 * packages would: packs what is published, copies each example to an empty folder outside the
 * repository, installs the tarballs there with npm, and runs it against one local system. Needs a
 * build. Pages that a framework builds have their turn at night (`PORTAGE_NIGHTLY`).
 */
import { copyFileSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSystem, type System } from '../apps/local/src/startSystem.js';
import { checkFamily } from './examples/checkFamily.js';
import { checkNextPage } from './examples/checkNextPage.js';
import { checkVitePage } from './examples/checkVitePage.js';
import { installExample } from './examples/installExample.js';
import { packOnce } from './examples/packOnce.js';
import { runProgram } from './examples/runProgram.js';
import { writeQuickStart } from './examples/writeQuickStart.js';
import { publishedPackages } from './workspacePackages.js';

/** Checks an example in its folder and resolves with its fault, if it has one. */
type Check = (project: string, system: System) => Promise<string | undefined>;

/** How each example is checked. */
const checks: Readonly<Record<string, Check>> = {
  'node-bridge': onDevnet(/^success: 99\d{15} wei arrived$/m),
  fees: onDevnet(/^the app's share is 0\.25 %$/m),
  'custom-executor': onDevnet(/^success after 1 signature: 0x[0-9a-f]{64}$/m),
  family: checkFamily,
  'key-proxy': async (project, system) => {
    const { secret } = await system.service.access.keys.create({ name: 'example' });
    const prints =
      /^0\.1 in, 0\.099\d* out\na page of ours: 200\nan owner's endpoint: 404\na page of another: 403\nquotes in the name of the key: 1$/m;
    return runProgram(project, { args: [system.url], env: { PORTAGE_API_KEY: secret }, prints });
  },
  'vite-page': checkVitePage,
  'nextjs-page': checkNextPage,
  'usage-report': async (project, system) => {
    const { secret } = await system.service.access.keys.create({ name: 'example' });
    const headers = { 'x-api-key': secret };
    for (let call = 0; call < 3; call += 1) await fetch(`${system.url}/chains`, { headers });
    await new Promise((resolve) => setTimeout(resolve, usageDelayMs));
    const env = { PORTAGE_API_KEY: secret };
    return runProgram(project, { args: [system.url], env, prints: /^\S+ +\S*chains +200 +3$/m });
  },
};

/** Programs of the quick start in their order, and what each prints; others are only imported. */
const quickStart: Readonly<Record<string, RegExp>> = {
  'quote.mjs': /^0\.1 ETH in, 0\.099\d* ETH out\nfees: [\d.]+ USD, about [\d.]+ s$/m,
  'swap.mjs': /^running[\s\S]*^success: 0x[0-9a-f]{64}$/m,
  'status.mjs': /^status: success\npaid by 0x[0-9a-f]{64}\nfilled by 0x[0-9a-f]{64}$/m,
};

/** Milliseconds after which calls are in the report of a key. */
const usageDelayMs = 2_000;

/** Examples whose frameworks take longer to install and to build than all others together. */
const nightly: readonly string[] = ['nextjs-page', 'vite-page'];

const root = join(import.meta.dirname, '..');
const names = readdirSync(join(root, 'examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((name) => process.env['PORTAGE_NIGHTLY'] === '1' || !nightly.includes(name));

function onDevnet(prints: RegExp): Check {
  return (project, { devnet }) => runProgram(project, { args: [devnet.file], prints });
}

const started = performance.now();
const seconds = (): string => ((performance.now() - started) / 1_000).toFixed(0);
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'portage-examples-')));
let system: System | undefined;
let problems = 0;
try {
  const published = publishedPackages(root);
  const packed = {
    manifests: new Map(published.map(({ manifest }) => [manifest.name, manifest])),
    tarballs: packOnce(published, folder),
  };
  process.stdout.write(`${String(published.length)} packages packed after ${seconds()} s\n`);
  const page = join(root, 'apps/docs/pages/guide/quick-start.md');
  const programs = writeQuickStart(page, join(folder, 'quick-start-source'));
  const sources = new Map([
    ...names.map((name) => [name, join(root, 'examples', name)] as const),
    ['quick-start', join(folder, 'quick-start-source')],
  ]);
  await Promise.all(
    [...sources].map(([name, source]) => installExample(source, join(folder, name), packed)),
  );
  process.stdout.write(`${String(names.length + 1)} examples installed after ${seconds()} s\n`);
  system = await startSystem({ dataDir: undefined, port: 0, blockTimeSeconds: 0.5, accounts: 10 });
  process.stdout.write(`the service serves after ${seconds()} s\n`);
  for (const name of names) {
    const check = checks[name];
    process.stdout.write(`${name} after ${seconds()} s\n`);
    const fault =
      check === undefined
        ? 'is not run: name it in scripts/run-examples.ts'
        : await check(join(folder, name), system);
    if (fault === undefined) continue;
    problems += 1;
    process.stderr.write(`examples/${name} ${fault}\n`);
  }
  copyFileSync(system.devnet.file, join(folder, 'quick-start/devnet.json'));
  for (const [program, prints] of Object.entries(quickStart)) {
    process.stdout.write(`quick start: ${program}\n`);
    const fault = programs.includes(program)
      ? await runProgram(join(folder, 'quick-start'), { program, args: [], prints })
      : 'is no block of the page';
    if (fault === undefined) continue;
    problems += 1;
    process.stderr.write(`quick start: ${program} ${fault}\n`);
  }
} finally {
  await system?.close();
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(
  `${String(names.length)} examples, ${String(problems)} problems, ${seconds()} s\n`,
);
process.exitCode = problems === 0 ? 0 : 1;
