import { env, pnpm, setUp } from './setup.mjs';

/** Sets up and runs a script of apps/local on built processes; returns its exit code. */
export async function runLocalScript(name) {
  await setUp();
  const args = ['--silent', '--filter', '@portage/local', 'run', name, ...process.argv.slice(2)];
  return await pnpm(args, { env: { ...env, PORTAGE_TEST_BUILT: '1' } });
}
