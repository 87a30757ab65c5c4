import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Root of the repository that this program belongs to. */
export const repository = new URL('../../../..', import.meta.url).pathname;

/** Runs git in the repository and resolves with what it prints. */
export async function git(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['-C', repository, ...args]);
  return stdout.trim();
}

/**
 * Full name of a commit of this clone.
 *
 * @throws Error that says how to get the commit where the clone lacks it
 */
export async function resolveCommit(name: string): Promise<string> {
  try {
    return await git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);
  } catch (cause) {
    const isShallow = (await git('rev-parse', '--is-shallow-repository')) === 'true';
    const hint = isShallow
      ? 'The clone is shallow: `git fetch --unshallow` gets the rest.'
      : `\`git fetch origin ${name}\` may get it.`;
    throw new Error(`There is no commit "${name}" in this clone. ${hint}`, { cause });
  }
}

/** Whether the files of the repository are those of its newest commit. */
export async function isClean(): Promise<boolean> {
  return (await git('status', '--porcelain')) === '';
}
