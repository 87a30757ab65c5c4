/**
 * Holds bundles of apps to their budgets: KB, minified and compressed, at first and in all. Every
 * published package that a browser loads has a budget. Prints goals beside them, with other SDKs
 * that the same bundler bundles in the same run. Needs a build.
 */
import { join } from 'node:path';
import { measureBundle } from '../bench/src/sdk/measureBundle.js';
import { appBudgets, contestants, forServers, packageBudgets, type Budget } from './sizeBudgets.js';
import { publishedPackages } from './workspacePackages.js';

/** Libraries of chains and of user interfaces are the app's. */
const external = [
  'viem',
  'viem/*',
  '@solana/web3.js',
  'hash-wasm',
  'react',
  'react/*',
  '@tanstack/react-query',
];

const root = join(import.meta.dirname, '..');
const folders = new Map(
  publishedPackages(root).map(({ manifest, folder }) => [manifest.name, folder]),
);
let problems = 0;

function report(text: string): void {
  process.stderr.write(`${text}\n`);
  problems += 1;
}

async function check(name: string, { source, ...budget }: Budget): Promise<void> {
  const size = await measureBundle({ source, external, from: folders.get(name) });
  for (const part of ['first', 'whole'] as const) {
    const kilobytes = size[part] / 1_000;
    const isWithin = kilobytes <= budget[part];
    process.stdout.write(
      `${isWithin ? 'ok ' : 'OVER'} ${name}, ${part}: ${kilobytes.toFixed(1)} of ${budget[part].toFixed(1)} KB\n`,
    );
    if (!isWithin) problems += 1;
  }
}

const known = new Set([...Object.keys(packageBudgets), ...forServers]);
for (const name of folders.keys())
  if (!known.has(name)) report(`${name} has no budget: give it one in scripts/sizeBudgets.ts`);
for (const name of known)
  if (!folders.has(name)) report(`${name} is not published: take its budget out`);
for (const [name, budget] of Object.entries({ ...packageBudgets, ...appBudgets }))
  await check(name, budget);

process.stdout.write('Beside goals and others, libraries of chains outside:\n');
for (const [name, { source, part, goal }] of Object.entries(contestants)) {
  const kilobytes = (await measureBundle({ source, external }))[part] / 1_000;
  const beside =
    goal === undefined
      ? ''
      : `, goal ${goal.toFixed(1)}: ${kilobytes <= goal ? 'reached' : 'missed, see bench/README.md'}`;
  process.stdout.write(`   ${name}, ${part}: ${kilobytes.toFixed(1)} KB${beside}\n`);
}
process.exitCode = problems === 0 ? 0 : 1;
