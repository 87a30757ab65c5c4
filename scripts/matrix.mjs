/**
 * `npm run matrix [-- 22 24 26] [--only STEPS] [--json]`: sets up, then runs unit tests, one test
 * of a whole system and three demonstrations on other versions of Node, which the registry has.
 */
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { installNode, versions } from './matrix/nodes.mjs';
import { steps } from './matrix/steps.mjs';
import { root } from './runSteps.mjs';
import { env, setUp } from './setup.mjs';

const usage = `Usage: npm run matrix [-- VERSION …] [--only STEP,…] [--json]

Runs on each version of Node (${versions.join(', ')} where none is named):
${Object.entries(steps)
  .map(([name, { what, minutes }]) => `  ${name.padEnd(15)} ${minutes} min  ${what}`)
  .join('\n')}

Exit code: 0 when all pass, 1 otherwise.
`;

const options = {
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
  only: { type: 'string' },
};
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const names = values.only?.split(',') ?? Object.keys(steps);
const wrong = [
  ...names.filter((name) => !Object.hasOwn(steps, name)),
  ...positionals.filter((version) => !/^\d+(\.\d+){0,2}$/.test(version)),
];
if (values.help === true || wrong.length > 0) {
  process.stdout.write(wrong.length > 0 ? `${wrong.join(', ')}: not known.\n\n${usage}` : usage);
  process.exit(wrong.length > 0 ? 2 : 0);
}

await setUp();
const results = [];
for (const version of positionals.length > 0 ? positionals : versions) {
  const programs = await installNode(version);
  const node = join(programs, 'node');
  const surroundings = {
    ...env,
    PATH: `${programs}${delimiter}${env.PATH ?? ''}`,
    PORTAGE_TEST_BUILT: '1',
  };
  const exact = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  for (const name of names) {
    const startedAt = Date.now();
    process.stderr.write(`Node ${exact}: ${steps[name].what} …\n`);
    const { status, stdout, stderr } = spawnSync(node, steps[name].words, {
      cwd: root,
      env: surroundings,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    const seconds = Math.round((Date.now() - startedAt) / 1_000);
    if (status !== 0) process.stderr.write(`${stdout}\n${stderr}\n`);
    results.push({ node: exact, step: name, passed: status === 0, seconds });
  }
}

const failed = results.filter(({ passed }) => !passed).length;
const lines = results.map(
  ({ node, step, passed, seconds }) =>
    `${node.padEnd(10)} ${step.padEnd(15)} ${passed ? 'passed' : 'FAILED'} ${String(seconds).padStart(6)} s\n`,
);
process.stdout.write(
  values.json === true
    ? `${JSON.stringify(results)}\n`
    : `${lines.join('')}\n${results.length - failed} passed, ${failed} failed\n`,
);
process.exitCode = failed === 0 ? 0 : 1;
