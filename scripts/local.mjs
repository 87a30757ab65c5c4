/**
 * `npm run local -- NAME [options]`: sets up, then runs one of the trials that `--help` lists, on
 * built processes.
 */
import { env, pnpm, setUp } from './setup.mjs';
import { trials, usage } from './local/trials.mjs';

const [name, ...options] = process.argv.slice(2);
const trial = Object.hasOwn(trials, name ?? '') ? trials[name] : undefined;
if (trial === undefined) {
  const isAsked = name === undefined || name === '--help' || name === '-h';
  process.stdout.write(isAsked ? usage : `There is no trial ${name}.\n\n${usage}`);
  process.exit(isAsked ? 0 : 2);
}

await setUp();
const words = ['--silent', '--filter', trial.filter, 'run', name, ...options];
process.exitCode = await pnpm(words, { env: { ...env, PORTAGE_TEST_BUILT: '1' } });
