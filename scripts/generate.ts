/**
 * Writes generated files: `tsx scripts/generate.ts NAME …`. `scripts/check.ts` says whether they
 * are what would be written.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createSourceTree } from './checks/createSourceTree.js';
import { generators } from './generators/index.js';

const tree = createSourceTree(join(import.meta.dirname, '..'));
for (const name of process.argv.slice(2)) {
  const generator = generators[name];
  if (generator === undefined)
    throw new Error(`"${name}" is none of ${Object.keys(generators).join(', ')}`);
  const { files, problems = [] } = generator(tree);
  for (const { file, text } of files) {
    mkdirSync(dirname(join(tree.root, file)), { recursive: true });
    writeFileSync(join(tree.root, file), text);
  }
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}
