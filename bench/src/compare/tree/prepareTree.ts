import { spawn } from 'node:child_process';
import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { git, isClean, repository, resolveCommit } from './git.js';

/** Folder with a built repository. */
export interface Tree {
  readonly folder: string;
  /** Commit, with a sign where files differ from it. */
  readonly label: string;
  remove(): Promise<void>;
}

/** Programs that a comparison starts, by their place in the repository. */
export const programs = { devnet: 'apps/devnet/bin.mjs', service: 'apps/service/bin.mjs' } as const;

const built = ['apps/devnet/dist/bin.js', 'apps/service/dist/bin.js'];

/** This tree as it stands, which has to be built. */
export async function currentTree(): Promise<Tree> {
  await checkBuilt(repository);
  const commit = (await git('rev-parse', 'HEAD')).slice(0, 10);
  return {
    folder: repository,
    label: (await isClean()) ? commit : `${commit} with changes`,
    remove: () => Promise.resolve(),
  };
}

/**
 * Tree of a commit: this one where it is the same and nothing is changed; otherwise one in a
 * temporary folder that its own scripts install and build.
 */
export async function treeOf(name: string, note: (text: string) => void): Promise<Tree> {
  const commit = await resolveCommit(name);
  if (commit === (await git('rev-parse', 'HEAD')) && (await isClean())) return currentTree();
  return ownTreeOf(commit, note);
}

/** Tree of a commit in a temporary folder, even where it is this one's. */
export async function ownTreeOf(name: string, note: (text: string) => void): Promise<Tree> {
  const commit = await resolveCommit(name);
  const parent = await mkdtemp(join(tmpdir(), 'portage-bench-tree-'));
  const folder = join(parent, commit.slice(0, 10));
  const remove = async (): Promise<void> => {
    await git('worktree', 'remove', '--force', folder).catch(() => undefined);
    await rm(parent, { recursive: true, force: true });
    await git('worktree', 'prune');
  };
  try {
    note(`installing and building ${commit.slice(0, 10)} in a folder of its own`);
    await git('worktree', 'add', '--detach', folder, commit);
    await setUp(folder);
    await checkBuilt(folder);
    return { folder, label: commit.slice(0, 10), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

const manifestSchema = z.object({ packageManager: z.string() });

/** Installs and builds by the scripts of the tree itself, so that they may change. */
async function setUp(folder: string): Promise<void> {
  const { packageManager } = manifestSchema.parse(
    JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')),
  );
  const manager = ['npx', '-y', packageManager];
  await run(folder, [...manager, 'install', '--frozen-lockfile', '--prefer-offline', '--silent']);
  await run(folder, [process.execPath, 'scripts/build.mjs', 'service']);
}

function run(folder: string, [command = '', ...args]: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    // Standard output is for results alone.
    const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (status) => {
      if (status === 0) resolve();
      else reject(new Error(`"${[command, ...args].join(' ')}" failed in ${folder}.`));
    });
  });
}

async function checkBuilt(folder: string): Promise<void> {
  for (const file of built)
    await access(join(folder, file)).catch((cause: unknown) => {
      throw new Error(`${folder} is not built: there is no ${file}. Run \`pnpm build\` there.`, {
        cause,
      });
    });
}
