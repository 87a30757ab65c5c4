/**
 * Runs small checks in one process: `tsx scripts/check.ts [--json] [NAME …]`, all without a name.
 * Prints what each looked at and found, with `--json` as a line of JSON for each.
 */
import { join } from 'node:path';
import { checks } from './checks/index.js';
import { createSourceTree } from './checks/createSourceTree.js';

const args = process.argv.slice(2);
const wanted = args.filter((name) => name !== '--json');
const isJson = args.includes('--json');
const tree = createSourceTree(join(import.meta.dirname, '..'));
for (const name of wanted.length === 0 ? Object.keys(checks) : wanted) {
  const startedAt = performance.now();
  const parts = checks[name];
  if (parts === undefined)
    throw new Error(`"${name}" is none of ${Object.keys(checks).join(', ')}`);
  const outcomes = parts.map((check) => check(tree));
  const problems = outcomes.flatMap((outcome) => outcome.problems);
  const summary = outcomes.map((outcome) => outcome.summary).join(', ');
  const seconds = (performance.now() - startedAt) / 1000;
  if (isJson) process.stdout.write(`${JSON.stringify({ name, summary, problems, seconds })}\n`);
  else {
    for (const problem of problems) process.stderr.write(`${problem}\n`);
    process.stdout.write(`${name}: ${summary}, ${String(problems.length)} problems\n`);
  }
  if (problems.length > 0) process.exitCode = 1;
}
