import { execFileSync } from 'node:child_process';

/** Commit of the code that runs, with a plus where it was changed; empty where git cannot tell. */
export function readCommit(): string {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
    return `${git('rev-parse', '--short=12', 'HEAD')}${isChanged ? '+' : ''}`;
  } catch {
    return '';
  }
}
