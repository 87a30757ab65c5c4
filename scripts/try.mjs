/**
 * `npm run try`: what a change needs, in seconds: format, lint and small checks of the changed
 * files, types, and the unit tests that reach them by imports. Node tests that reach them are
 * listed. The whole judge is `npm test`.
 */
import { runCommand } from './testRun/runCommand.mjs';
import { changedFiles, findBase } from './tryRun/changedFiles.mjs';
import { readImporters, reachedBy } from './tryRun/importGraph.mjs';
import { planSteps } from './tryRun/steps.mjs';

const usage = `Usage: npm run try [-- --since REF] [--all] [--node] [--dry]
  --since REF  compare with this commit; by default with the one at which the branch left main
  --all        run every related unit test, not only the nearest
  --node       run the related node tests too, on real chains and databases
  --dry        say what would run
`;

/** Options of the command; undefined where it is not understood. */
function readOptions(args) {
  const options = { since: undefined, all: false, node: false, dry: false };
  const rest = [...args];
  while (rest.length > 0) {
    const name = rest.shift().replace(/^--/, '');
    if (name === 'since' && rest.length > 0) options.since = rest.shift();
    else if (['all', 'node', 'dry'].includes(name)) options[name] = true;
    else return undefined;
  }
  return options;
}

const args = process.argv.slice(2);
const options = readOptions(args.filter((name) => name !== '--help'));
if (options === undefined || args.includes('--help')) {
  process.stdout.write(usage);
  process.exit(options === undefined ? 2 : 0);
}

const base = options.since ?? findBase();
const { files, deleted } = changedFiles(base);
process.stdout.write(`${files.length + deleted.length} files differ from ${base.slice(0, 12)}\n`);
const distances = reachedBy(readImporters(), files);
const { steps, node, leftOut } = planSteps({ files, deleted, distances, options });

const startedAt = Date.now();
const failed = [];
for (const { name, what, line } of steps) {
  const at = Date.now();
  const { code, text } = options.dry ? { code: 0, text: '' } : await runCommand(line);
  if (code !== 0) failed.push(name);
  process.stdout.write(code === 0 ? '' : `\n${text.trimEnd()}\n\n`);
  const seconds = ((Date.now() - at) / 1_000).toFixed(1);
  process.stdout.write(
    `${name.padEnd(7)} ${code === 0 ? 'passed' : 'failed'} ${seconds.padStart(6)} s  ${what}\n`,
  );
}
if (leftOut > 0) process.stdout.write(`${leftOut} unit tests further away: --all runs them\n`);
if (node.length > 0 && !options.node) {
  process.stdout.write(`${node.length} node tests reach the change; --node runs them. Nearest:\n`);
  for (const file of node.slice(0, 5)) process.stdout.write(`  ${file}\n`);
}
const seconds = ((Date.now() - startedAt) / 1_000).toFixed(0);
process.stdout.write(
  failed.length === 0 ? `all passed in ${seconds} s\n` : `failed: ${failed.join(', ')}\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
