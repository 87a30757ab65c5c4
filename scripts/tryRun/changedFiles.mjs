import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../runSteps.mjs';

function git(...args) {
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
  return execFileSync('git', args, { ...options, maxBuffer: 64 * 1024 * 1024 });
}

/** Commit that a branch began at; HEAD where there is no `main` to compare with. */
export function findBase() {
  for (const main of ['main', 'origin/main']) {
    try {
      return git('merge-base', main, 'HEAD').trim();
    } catch {
      // A clone of one commit, or of another branch alone, has no such name.
    }
  }
  return 'HEAD';
}

/** Files that differ from a commit, new ones included, deleted ones left out; and the deleted. */
export function changedFiles(base) {
  const names = [
    ...git('diff', '--name-only', '-z', base, '--').split('\0'),
    ...git('ls-files', '--others', '--exclude-standard', '-z').split('\0'),
  ].filter((name) => name !== '');
  const all = [...new Set(names)].sort();
  return {
    files: all.filter((name) => existsSync(join(root, name))),
    deleted: all.filter((name) => !existsSync(join(root, name))),
  };
}
