/**
 * `npm run nightly [-- STEP …]`: everything that takes too long for each change, one step after the
 * other. `npm run nightly -- --help` lists the steps.
 */
import { pnpm, setUp, env } from './setup.mjs';
import { runCommand } from './testRun/runCommand.mjs';

const simulate = ['--silent', '--filter', '@portage/simulation', 'run', 'simulate'];
const day = new Date().toISOString().slice(0, 10);
const variables = { PORTAGE_NIGHTLY: '1', PORTAGE_TEST_BUILT: '1' };

/** Tests that draw, and those that `npm test` leaves to the night. */
const sizedTests = [
  'apps/simulation/test',
  'apps/local/test/calls',
  'apps/local/test/fuzz',
  'apps/local/test/networks',
  'apps/local/test/soak',
  'apps/service/test/kill',
  'packages/testing/test/plantedBugs',
  'packages/service/solver/test/flood',
];

const byManager = (args) => () => pnpm(args, { env: { ...env, ...variables } });
const byShell = (line, options) => async () =>
  (await runCommand(line, { isShown: true, variables, ...options })).code;

/** Steps with what they are and how long they take on two cores, in minutes. */
const steps = {
  tests: {
    what: 'tests at full size: 2,000 simulated orders, fuzz, flood, soak, rules of networks, deaths, planted bugs of suites',
    minutes: 32,
    run: byShell(`vitest run --project "node*" ${sizedTests.join(' ')}`),
  },
  lighthouse: {
    what: 'speed of pages',
    minutes: 5,
    run: byShell('vitest run --project lighthouse'),
  },
  examples: {
    what: 'every example as its reader runs it, Next.js and Vite included',
    minutes: 8,
    run: byShell('tsx scripts/run-examples.ts'),
  },
  lint: {
    what: 'the rules that need types, asked once more by typescript-eslint',
    minutes: 8,
    run: byShell('eslint --max-warnings 0 .', {
      variables: { PORTAGE_LINT_TYPED: '1', NODE_OPTIONS: '--max-old-space-size=6144' },
    }),
  },
  forge: {
    what: 'properties of contracts with many more runs',
    minutes: 15,
    run: byManager(['--filter', '@portage/contracts', 'run', 'test:forge:nightly']),
  },
  simulation: {
    what: '100,000 simulated orders; the seed is the day, so that each night has another',
    minutes: 40,
    seed: day,
    run: byManager([...simulate, '--orders', '100000', '--seed', day]),
  },
  planted: {
    what: 'every planted bug of the simulation, over 12 seeds',
    minutes: 30,
    run: byManager([...simulate, '--planted', '--seeds', '12']),
  },
  chaos: {
    what: 'orders on real processes under faults, for 20 minutes',
    minutes: 22,
    run: byManager(['--silent', '--filter', '@portage/local', 'run', 'chaos', '--minutes', '20']),
  },
  deploy: {
    what: 'from a clone to payments on nodes that have the ids of real networks, with ten deaths of deploy',
    minutes: 10,
    run: byManager(['run', 'local', 'deploy']),
  },
  mutation: {
    what: 'changes in the code that money hangs on, which the tests have to notice',
    minutes: 40,
    run: byManager(['run', 'mutate']),
  },
  bench: {
    what: 'a short form of every benchmark, so that each of them starts',
    minutes: 15,
    run: byManager(['run', 'bench', '--short']),
  },
  stress: {
    what: 'a thirtieth of the node tests, three times beside two busy loops, with stops',
    minutes: 25,
    run: byShell(`node scripts/stress.mjs --shard ${(Number(day.slice(-2)) % 30) + 1}/30`),
  },
  soak: {
    what: '200 orders while workers are killed, chains reorganise and an endpoint lies',
    minutes: 15,
    run: byManager(['run', 'local', 'soak', '--orders', '200', '--reorgs', '--kills', '--liar']),
  },
};

/** A line of the list of steps. */
function describeStep([name, { what, minutes }]) {
  return `  ${name.padEnd(11)} ${String(minutes).padStart(3)} min  ${what}\n`;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in steps));
if (unknown.length > 0 || wanted.includes('--help')) {
  const list = Object.entries(steps).map(describeStep).join('');
  process.stdout.write(
    `Usage: npm run nightly [-- STEP …]\nSteps, by the clock on two cores:\n${list}`,
  );
  process.exit(wanted.includes('--help') ? 0 : 2);
}

await setUp();
const failed = [];
for (const [name, { run, seed }] of Object.entries(steps)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const at = Date.now();
  process.stdout.write(`\n== ${name}${seed === undefined ? '' : ` (seed ${seed})`}\n`);
  if ((await run()) !== 0) failed.push(seed === undefined ? name : `${name} (seed ${seed})`);
  process.stdout.write(`== ${name} took ${((Date.now() - at) / 60_000).toFixed(1)} min\n`);
}
process.stdout.write(failed.length === 0 ? '\nall passed\n' : `\nfailed: ${failed.join(', ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
