/**
 * `npm run nightly [-- STEP …]`: everything that takes too long for each change, one step after the
 * other: a large simulation, the planted bugs, and orders on real processes under faults.
 */
import { pnpm, setUp, env } from './setup.mjs';

const simulate = ['--silent', '--filter', '@portage/simulation', 'run', 'simulate'];

/** Commands of the steps. The seed of the simulation is the day, so that each night has another. */
const day = new Date().toISOString().slice(0, 10);
const steps = {
  simulation: [...simulate, '--orders', '100000', '--seed', day],
  planted: [...simulate, '--planted', '--seeds', '12'],
  chaos: ['--silent', '--filter', '@portage/local', 'run', 'chaos', '--minutes', '20'],
  bench: ['run', 'bench', '--short'],
  soak: ['run', 'soak', '--orders', '200', '--reorgs', '--kills', '--liar'],
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in steps));
if (unknown.length > 0 || wanted.includes('--help')) {
  process.stdout.write(
    `Usage: npm run nightly [-- STEP …]\nSteps: ${Object.keys(steps).join(', ')}\n`,
  );
  process.exit(wanted.includes('--help') ? 0 : 2);
}

await setUp();
const failed = [];
for (const [name, args] of Object.entries(steps)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stdout.write(`\n== ${name}\n`);
  if ((await pnpm(args, { env })) !== 0) failed.push(name);
}
process.stdout.write(failed.length === 0 ? '\nall passed\n' : `\nfailed: ${failed.join(', ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
