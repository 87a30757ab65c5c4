import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../runSteps.mjs';

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split('\n')
    .filter((line) => line !== '');

/** Files of node tests, but for the one whose subject is how fast pages are. */
const isNodeTest = (file) => file.endsWith('.node.test.ts') && !file.includes('lighthouse');

/** Files that changed after a commit, those that changed last first, the unsaved before them. */
function changedSince(ref) {
  const unsaved = git('ls-files', '-mo', '--exclude-standard');
  return [...new Set([...unsaved, ...git('log', '--format=', '--name-only', `${ref}..HEAD`)])];
}

/** Whether a file starts a whole system: those of the apps do. */
const startsSystem = (file) => file.startsWith('apps/');

/** Files of node tests that are meant, in their order. */
export function nodeTests({ names, systems, changed, shard }) {
  const all =
    changed === undefined ? git('ls-files', '-co', '--exclude-standard') : changedSince(changed);
  return all
    .filter((file) => isNodeTest(file) && existsSync(join(root, file)))
    .filter((file) => !systems || startsSystem(file))
    .filter((file) => names.length === 0 || names.some((name) => file.includes(name)))
    .filter((_, index) => shard === undefined || index % shard.parts === shard.part - 1);
}
