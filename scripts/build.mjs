/**
 * `pnpm build [PART …]`: compiles the packages, then builds the parts that are more than compiled
 * packages; all of them by default. What is as it was takes a moment. Types are not checked here
 * (`pnpm types` does): that takes three times as long as all the rest. Plain JavaScript, because it
 * runs before there is anything to compile it with.
 */
import { createBuildReader, createCompileReader } from './progress.mjs';
import { manager } from './packageManager.mjs';
import { runSteps } from './runSteps.mjs';
import { compilerPath } from './tsc.mjs';

/** Parts that are bundled, by name: the packages whose `build` makes them. */
const parts = ['service', 'web', 'docs'];

/** Step that compiles projects with all that they reference; by default the whole workspace. */
export const compile = (projects = ['tsconfig.build.json']) => ({
  text: 'compiling',
  command: () => [compilerPath(), '--build', '--noCheck', '--verbose', ...projects],
  reader: createCompileReader,
});

/** Step that bundles parts, each unless its build of these sources is kept. */
export const bundle = (names = parts) => ({
  text: 'building',
  command: () => [
    ...manager,
    'exec',
    'turbo',
    'run',
    'build',
    '--output-logs=new-only',
    '--log-order=stream',
    ...names.map((name) => `--filter=@portage/${name}`),
  ],
  reader: createBuildReader,
});

if (process.argv[1] === import.meta.filename) {
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !parts.includes(name));
  if (unknown.length > 0) {
    process.stdout.write(`Usage: pnpm build [PART …]\nParts: ${parts.join(', ')}\n`);
    process.exit(names.includes('--help') ? 0 : 2);
  }
  await runSteps([compile(), bundle(names.length === 0 ? parts : names)]);
}
